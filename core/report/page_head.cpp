// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/report/page_head.h"

#include "core/base/embedded.h"
#include "core/report/html_text.h"

namespace sandbench::report {

std::string pageHead(std::string_view title, std::string_view scripts)
{
    return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src"
        + std::string(scripts)
        + "; style-src 'unsafe-inline'; img-src data: blob:; media-src data:; font-src data:; "
          "worker-src blob:; form-action 'none'; base-uri 'none'\">\n"
          "<meta http-equiv=\"x-dns-prefetch-control\" content=\"off\">\n<meta name=\"referrer\" "
          "content=\"no-referrer\">\n<meta name=\"viewport\" "
          "content=\"width=device-width,initial-scale=1\">\n<meta name=\"color-scheme\" "
          "content=\"light dark\">\n<title>"
        + htmlText(title) + "</title>\n<style>"
        + std::string(embeddedFile("web/report.css").value_or("")) + "</style>\n</head>\n<body>\n";
}

} // namespace sandbench::report
