// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/failure.h"

#include "app/cli/program.h"
#include "app/cli/text.h"

namespace sandbench::cli {

int statusOf(const Error& error)
{
    switch (error.code()) {
    case ErrorCode::InvalidArgument:
    case ErrorCode::NotFound:
    case ErrorCode::AlreadyExists:
    case ErrorCode::PermissionDenied:
        return kUsageStatus;
    case ErrorCode::Cancelled:
        return kCancelledStatus;
    default:
        return kEngineStatus;
    }
}

Json failureJson(const Error& error, int status)
{
    return {
        {"schema", "sandbench.error/1"},
        {"exit_status", status},
        {"error",
         {{"name", errorCodeName(error.code())}, {"value", error.text()}, {"traceback", ""}}}};
}

int fail(const Error& error, bool json, int status)
{
    note(error.text());
    if (json)
        (void)print(writeJson(failureJson(error, status)) + "\n");
    return status;
}

int fail(const Error& error, bool json)
{
    return fail(error, json, statusOf(error));
}

int printed(bool json, const Json& report, const std::string& text)
{
    return print(json ? writeJson(report) + "\n" : text) ? 0 : 1;
}

int engineFailure(const Error& error, bool json)
{
    if (error.code() == ErrorCode::Cancelled)
        return fail(Error(ErrorCode::Cancelled, "stopped before the program started"), json);
    const bool isWrongUsage = error.code() == ErrorCode::InvalidArgument;
    return isWrongUsage ? fail(error, json) : fail(error, json, kEngineStatus);
}

} // namespace sandbench::cli
