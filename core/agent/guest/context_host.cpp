// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/context_host.h"

#include "core/agent/guest/run_spec.h"

#include <utility>

namespace sandbench::guest {

using namespace std::chrono_literals;

// A cold interpreter on a busy machine.
static constexpr auto kOpenPatience = 10s;

void ContextHost::open(const std::string& name, const std::string& kernelName, Answer answer)
{
    Kernel* kernel = m_kernels.find(kernelName);
    if (name.empty())
        return answer(Error(ErrorCode::InvalidArgument, "a context needs a name"));
    if (m_contexts.contains(name))
        return answer(Error(ErrorCode::AlreadyExists, "the context " + name + " is open already"));
    if (!kernel)
        return answer(Error(ErrorCode::NotFound, "there is no kernel " + kernelName));
    m_contexts.emplace(name, std::make_unique<Context>(m_services, name, kernelName, [this, name] {
                           onGone(name);
                       }));
    if (kernel->spec().speaksLines)
        return openInterpreter(*m_contexts.at(name), *kernel, answer);
    kernel->acquireSeat(
        kernel->hasFull() || kernel->isFullComing(), kOpenPatience,
        [this, name, answer = std::move(answer)](std::optional<Seat> seat) {
            onSeat(name, std::move(seat), answer);
        });
}

void ContextHost::openInterpreter(Context& context, Kernel& kernel, const Answer& answer)
{
    auto interpreter = kernel.startInterpreter();
    if (!interpreter) {
        m_contexts.erase(std::string(context.name()));
        return answer(interpreter.error());
    }
    const pid_t pid = (*interpreter)->pid();
    context.adopt(
        std::move(*interpreter), kernel.spec().env, [answer, pid](const Result<void>& how) {
            if (how)
                answer(Json{{"kernel", "lines"}, {"pid", pid}});
            else
                answer(how.error());
        });
}

void ContextHost::onSeat(const std::string& name, std::optional<Seat> seat, const Answer& answer)
{
    Context& context = *m_contexts.at(name);
    Kernel* kernel = m_kernels.find(context.kernel());
    if (!seat || !kernel) {
        context.abandon();
        m_contexts.erase(name);
        return answer(Error(ErrorCode::Unavailable, "the interpreter does not answer"));
    }
    const std::string kind = seat->kind;
    auto adopted = context.adopt(std::move(*seat), kernel->spec());
    // It will be long before this seat's process ends; the next run should not wait for that.
    kernel->onRunEnded();
    if (!adopted) {
        context.kill();
        return answer(adopted.error());
    }
    answer(Json{{"kernel", kind}, {"pid", context.pid()}});
}

void ContextHost::onGone(const std::string& name)
{
    m_contexts.erase(name);
    auto node = m_afterwards.extract(name);
    if (!node)
        return;
    for (const auto& next : node.mapped())
        next();
}

void ContextHost::close(const std::string& name, Answer answer)
{
    Context* context = find(name);
    if (!context)
        return answer(Error(ErrorCode::NotFound, "there is no context " + name));
    m_histories.erase(name);
    m_afterwards[name].emplace_back([answer = std::move(answer)] { answer(Json::object()); });
    context->kill();
}

void ContextHost::reset(const std::string& name, Answer answer)
{
    Context* context = find(name);
    if (!context)
        return answer(Error(ErrorCode::NotFound, "there is no context " + name));
    m_histories.erase(name);
    m_afterwards[name].emplace_back([this, name, kernel = context->kernel(),
                                     answer = std::move(answer)] { open(name, kernel, answer); });
    context->kill();
}

Json ContextHost::list() const
{
    Json contexts = Json::array();
    for (const auto& [name, context] : m_contexts)
        contexts.push_back(
            {{"context", name}, {"kernel", context->kernel()}, {"busy", context->isBusy()}});
    return {{"contexts", std::move(contexts)}};
}

void ContextHost::look(const std::string& name, const std::string& variable, const Answer& answer)
{
    Context* context = findForCell(name);
    if (!context)
        return answer(Error(ErrorCode::NotFound, "there is no context " + name));
    if (context->isBusy() || !context->isReady())
        return answer(Error(ErrorCode::Unavailable, "a cell runs in the context"));
    if (!context->canBeCopied())
        return answer(Error(
            ErrorCode::Unsupported,
            "contexts of this language do not tell their variables, only Python's do"));
    context->look(variable, [answer](const Result<std::string>& told) {
        constexpr int kDeepest = 8;
        answer(
            told ? parseJson(*told, Context::kMostAnswer, kDeepest) : Result<Json>(told.error()));
    });
}

Result<std::unique_ptr<RunIo>> ContextHost::openFiles(const Context& context, const RunSpec& spec)
{
    const Kernel* kernel = m_kernels.find(context.kernel());
    if (!kernel || !kernel->spec().speaksLines)
        return RunIo::open(spec);
    return RunIo::openByName(spec, writableFolders(kernel->spec().env, m_services.scratchPaths));
}

Context* ContextHost::find(const std::string& name)
{
    const auto found = m_contexts.find(name);
    return found != m_contexts.end() && found->second->isReady() ? found->second.get() : nullptr;
}

Context* ContextHost::findForCell(const std::string& name)
{
    const auto found = m_contexts.find(name);
    return found != m_contexts.end() && !found->second->isEnding() ? found->second.get() : nullptr;
}

} // namespace sandbench::guest
