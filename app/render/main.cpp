// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// sandbench-render and sandbench-render-drawing: one hostile picture in, its frames or a sentence
// out, then the end. See render_protocol.h.
#include "app/render/confinement.h"
#include "app/render/picture.h"

#include <cerrno>
#include <new>
#include <sys/mman.h>
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

// Its pixels are where they belong.
static bool writeFrame(const Decoded& frame)
{
    const auto head = encodeRenderReply(
        {frame.width, frame.height, frame.naturalWidth, frame.naturalHeight, 0, frame.delay,
         frame.total});
    return writeAll(head.data(), head.size());
}

static bool writeEnd(std::string_view sentence)
{
    const std::string_view text = sentence.substr(0, kMaxReplyText);
    RenderReplyHeader header;
    header.textLength = static_cast<std::uint32_t>(text.size());
    const auto head = encodeRenderReply(header);
    return writeAll(head.data(), head.size()) && writeAll(text.data(), text.size());
}

static bool serve()
{
    dropEverything();
    void* memory
        = mmap(nullptr, kMaxReplyBytes, PROT_READ | PROT_WRITE, MAP_SHARED, kRenderAreaFd, 0);
    if (memory == MAP_FAILED)
        return writeEnd("The memory for the pixels is not there.");
    PixelArea area({static_cast<std::uint32_t*>(memory), kMaxReplyBytes / 4});
    std::array<std::uint8_t, kRenderRequestSize> head;
    if (!readAll(head.data(), head.size()))
        return false;
    const auto request = decodeRenderRequest(head);
    if (!request)
        return writeEnd("The request for this picture was not understood.");
    if (!confine(request->kind))
        return writeEnd(
            "Pictures are not read here: the kernel refused the seccomp filter of the picture "
            "reader.");
    const ArrivingBytes bytes(STDIN_FILENO, request->byteCount);
    const Wanted wanted{
        area,
        {request->maxWidth, request->maxHeight},
        request->ratioPercent / 100.0,
        request->first,
        request->frames};
    return writeEnd(decode(request->kind, bytes, wanted, writeFrame));
}

int main()
{
    // What a decoder throws, it throws for want of memory. No destructors of libraries after the
    // answer.
    try {
        _exit(serve() ? 0 : 1);
    } catch (const std::bad_alloc&) {
        _exit(writeEnd("The picture needs more memory than its reader may have.") ? 0 : 1);
    }
}
