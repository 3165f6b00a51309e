// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/isolation_layers.h"
#include "tests/support/conformance_test.h"
#include "tests/support/test_program.h"

using namespace sandbench;
using namespace sandbench::test;

/// A sandbox that has not the layers that are required is no sandbox.
class ConformanceLayersTest : public ConformanceTest
{
    Q_OBJECT

protected:
    bool sharesItsSession() const override { return true; }

private Q_SLOTS:
    void opensWhatHasAllThatIsRequired();
    void refusesWhatLacksOne();
    void holdsThoseOfAPolicyToo();

private:
    /// Of the layers that there are, those that sandboxes here have, or have not.
    LayerNames layersThatAre(bool there)
    {
        const auto known = knownLayers();
        const LayerNames all(known.begin(), known.end());
        const auto missing = layersMissing(session().isolation().layers, all);
        if (!there)
            return missing;
        LayerNames found;
        std::set_difference(
            all.begin(), all.end(), missing.begin(), missing.end(),
            std::inserter(found, found.end()));
        return found;
    }
};

void ConformanceLayersTest::opensWhatHasAllThatIsRequired()
{
    auto asked = spec();
    asked.sandbox.requiredLayers = layersThatAre(true);
    for (const char* name : {"seccomp", "no-capabilities", "no-new-privileges"})
        QVERIFY2(asked.sandbox.requiredLayers.contains(name), name);
    const auto opened = engine().open(asked);
    QVERIFY2(opened, engine().problem().c_str());
}

void ConformanceLayersTest::refusesWhatLacksOne()
{
    const auto before = traces();
    const auto lacking = layersThatAre(false);
    QVERIFY(!lacking.empty());
    for (const auto& name : {*lacking.begin(), *lacking.rbegin()}) {
        auto asked = spec();
        asked.sandbox.requiredLayers = {"seccomp", name};
        const auto opened = engine().open(asked);
        QVERIFY2(!opened, name.c_str());
        const auto& problem = engine().problem();
        QVERIFY2(problem.find(": " + name) != std::string::npos, problem.c_str());
        QVERIFY2(problem.find("seccomp,") == std::string::npos, problem.c_str());
    }
    const auto left = leftovers(5000, before);
    QVERIFY2(left.empty(), left.empty() ? "" : left.front().c_str());
}

void ConformanceLayersTest::holdsThoseOfAPolicyToo()
{
    const auto policy = std::make_shared<CodePolicy>();
    policy->requiredLayers = {*layersThatAre(false).begin()};
    auto asked = spec();
    asked.policy = policy;
    const auto opened = engine().open(asked);
    QVERIFY(!opened);
    const auto& problem = engine().problem();
    QVERIFY2(problem.find(*policy->requiredLayers.begin()) != std::string::npos, problem.c_str());
}

SANDBENCH_TEST(ConformanceLayersTest);
#include "tst_conformance_layers.moc"
