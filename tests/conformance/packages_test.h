// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/conformance_test.h"
#include "tests/support/package_folder.h"

namespace sandbench::test {

/// Base of the programs that install: every test has a folder of packages of its own.
class PackagesTest : public ConformanceTest
{
protected:
    std::vector<std::string> engines() const override { return oneForEachClient(); }
    void prepare() override { m_folder.clear(); }

    /// From the folder.
    InstallRequest by(const std::string& manager, const std::vector<std::string>& names) const
    {
        InstallRequest request;
        request.manager = manager;
        request.names = names;
        request.sources.offlineFolder = m_folder.path();
        return request;
    }
    InstallRequest pip(const std::vector<std::string>& names) const { return by("pip", names); }
    std::string problemOf(const InstallRequest& request)
    {
        const auto done = session().install(request, {});
        return done ? "" : done.error().text();
    }

    /// The bytes that @p script writes in the sandbox: for what holds more than a test wants to
    /// know about.
    std::string madeInside(const std::string& script)
    {
        const auto made = m_box->bash("set -e; cd /tmp; { " + script + "\n} | base64 -w0");
        return QByteArray::fromBase64(QByteArray::fromStdString(made.stdoutBytes)).toStdString();
    }
    /// late 1.0.0, where LATE is 42; by the sandbox's own gem.
    void addGem()
    {
        m_folder.write("late-1.0.0.gem", madeInside(R"(mkdir -p lib; echo 'LATE = 42' > lib/late.rb
cat > late.gemspec <<'END'
Gem::Specification.new do |s|
  s.name = 'late'; s.version = '1.0.0'; s.summary = 'x'; s.authors = ['x']; s.files = ['lib/late.rb']
end
END
gem build -q late.gemspec >/dev/null 2>&1; cat late-1.0.0.gem)"));
    }
    bool has(const std::string& program)
    {
        return m_box->bash("command -v " + program + " >/dev/null; echo $?").stdoutBytes == "0\n";
    }

    /// A sandbox with compilers: of another image, where there are images. Empty, or why not.
    std::string openWithTools()
    {
        if (isEmbedded())
            return {};
        m_box = std::make_unique<SandboxUnderTest>(engine());
        return m_box->start(withAllInterpreters());
    }

    PackageFolder m_folder;
};

} // namespace sandbench::test

#define REQUIRE_TOOL(program, need)                                                                \
    do {                                                                                           \
        if (const auto problem = openWithTools(); !problem.empty())                                \
            SKIP_WITHOUT("languages_image", problem.c_str());                                      \
        if (!has(program))                                                                         \
            SKIP_WITHOUT(need, "there is no " program " in this sandbox");                         \
    } while (false)

#define REQUIRE_PIP()                                                                              \
    do {                                                                                           \
        if (endingOf(m_box->python("import pip")) != "exited 0")                                   \
            SKIP_WITHOUT("pip", "there is no pip in this sandbox");                                \
    } while (false)
