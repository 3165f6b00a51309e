// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/toolchains_test.h"

#include "core/language/host_tools.h"

using namespace std::string_literals;

namespace sandbench::test {

void ToolchainsTest::initTestCase()
{
    auto catalog = LanguageCatalog::load();
    QVERIFY2(catalog, catalog ? "" : catalog.error().text().c_str());
    m_catalog = *std::move(catalog);
    QCOMPARE(toolchainPrograms().size(), m_catalog.all().size());
}

void ToolchainsTest::addLanguages()
{
    QTest::addColumn<int>("language");
    const auto& all = toolchainPrograms();
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].language) << static_cast<int>(i);
}

void ToolchainsTest::init()
{
    QFETCH(int, language);
    m_programs = &toolchainPrograms()[static_cast<std::size_t>(language)];
    m_language = *m_catalog.find(m_programs->language);
    SessionSpec spec;
    spec.warm = Warm::Never;
    // What has fewer system calls than any other sandbox has enough for all languages.
    spec.sandbox.onlyNeededCalls = true;
    const bool isLocal = isEmbedded();
    if (isLocal && !missingTools(m_language).empty())
        SKIP_WITHOUT(m_language.id, ("this machine lacks it: " + m_language.installHint).c_str());
    // Those of the default image are tested with the image under test.
    const bool inTestImage = m_language.image == kDefaultImage;
    if (!isLocal && !inTestImage)
        spec.sandbox.image = m_language.image;
    auto& box = m_boxes[{engineName(), spec.sandbox.image}];
    if (!box || !box->session().isAlive()) {
        box.reset();
        auto fresh = std::make_unique<SandboxUnderTest>(engine());
        if (const auto problem = fresh->start(spec); !problem.empty())
            SKIP_WITHOUT(
                isLocal || inTestImage ? engineName() : "languages_image"s, problem.c_str());
        box = std::move(fresh);
    }
    m_box = box.get();
}

RunRequest ToolchainsTest::request(const char* code) const
{
    RunRequest request;
    request.language = m_language.id;
    request.code = code;
    return request;
}

RunRequest ToolchainsTest::talk() const
{
    auto talk = request(m_programs->talk);
    talk.arguments = {"a b", "ü"};
    talk.stdinBytes = "line\nrest";
    return talk;
}

} // namespace sandbench::test
