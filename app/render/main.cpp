// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// sandbench-render: one hostile picture in, pixels or a sentence out, then the end. See
// render_protocol.h.
#include "app/render/confinement.h"
#include "app/render/picture.h"

#include <cerrno>
#include <new>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::render;

static bool readAll(std::uint8_t* to, std::size_t size)
{
    while (size > 0) {
        const ssize_t got = read(STDIN_FILENO, to, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        to += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

static bool writeAll(const void* from, std::size_t size)
{
    const auto* bytes = static_cast<const std::uint8_t*>(from);
    while (size > 0) {
        const ssize_t put = write(STDOUT_FILENO, bytes, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        bytes += put;
        size -= static_cast<std::size_t>(put);
    }
    return true;
}

static Decoded decode(const RenderRequest& request, std::string_view bytes)
{
    Size box{request.maxWidth, request.maxHeight};
    const bool natural = box.width == 0 || box.height == 0;
    if (request.kind == PictureKind::Svg)
        return decodeSvg(bytes, natural ? Size{} : box, request.ratioPercent / 100.0);
    if (natural)
        box = {kMaxReplySide, kMaxReplySide};
    return request.kind == PictureKind::Png ? decodePng(bytes, box) : decodeJpeg(bytes, box);
}

static bool answer(const Decoded& decoded)
{
    RenderReplyHeader header;
    if (!decoded.refusal.empty()) {
        const std::string_view text = std::string_view(decoded.refusal).substr(0, kMaxReplyText);
        header.textLength = static_cast<std::uint32_t>(text.size());
        const auto head = encodeRenderReply(header);
        return writeAll(head.data(), head.size()) && writeAll(text.data(), text.size());
    }
    header = {decoded.width,        decoded.height,        decoded.width * 4,
              decoded.naturalWidth, decoded.naturalHeight, 0};
    const auto head = encodeRenderReply(header);
    return writeAll(head.data(), head.size())
        && writeAll(decoded.pixels.data(), decoded.pixels.size() * 4);
}

static bool serve()
{
    dropEverything();
    std::array<std::uint8_t, kRenderRequestSize> head;
    if (!readAll(head.data(), head.size()))
        return false;
    const auto request = decodeRenderRequest(head);
    if (!request)
        return answer(refuse("The request for this picture was not understood."));
    if (!confine(request->kind))
        return answer(refuse("Pictures are not read here: the kernel refused the seccomp filter of "
                             "the picture reader."));
    std::string bytes(request->byteCount, '\0');
    if (!readAll(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()))
        return false;
    return answer(decode(*request, bytes));
}

int main()
{
    // What a decoder throws, it throws for want of memory. No destructors of libraries after the
    // answer.
    try {
        _exit(serve() ? 0 : 1);
    } catch (const std::bad_alloc&) {
        _exit(answer(refuse("The picture needs more memory than its reader may have.")) ? 0 : 1);
    }
}
