// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/activity.h"

namespace sandbench {

const Fields& activityFields()
{
    using enum FieldType;
    static const Fields files
        = {{"path", Text, "In the working folder", true},
           {"change", Text, "What became of it", true, {"created", "changed", "deleted"}},
           {"type", Text, "What it is", true, {"file", "directory", "link", "other"}},
           {"bytes_before", Integer, "Its size before; absent where it is new"},
           {"bytes", Integer, "Its size; absent where it is gone"},
           {"diff", Text, "Of a project's texts, as patch reads it; absent where there is none"}};
    static const Fields programs
        = {{"pid", Integer, "Of the process, in the sandbox", true},
           {"parent", Integer, "The process that started it; 0 = the sandbox", true},
           {"path", Text, "The program", true},
           {"arguments", TextList, "The first is the name that it was called by", true},
           {"cut", Boolean, "Whether it had more than these", true},
           {"at", Number, "Seconds after the run's begin", true},
           {"exit_code", Integer, "How it ended, where that is known"},
           {"signal", Integer, "The one that ended it"}};
    static const Fields attempts
        = {{"call", Text, "What it tried", true, {"connect", "bind", "send"}},
           {"address", Text, "Of an Internet or a Unix socket", true},
           {"port", Integer, "Absent where there is none"},
           {"count", Integer, "How often", true}};
    static const Fields names
        = {{"name", Text, "That a name server was asked for", true},
           {"count", Integer, "How often", true}};
    static const Fields refused
        = {{"call", Text, "Of the kernel", true},
           {"layer", Text, "That refused it", true},
           {"count", Integer, "How often", true}};
    static const Fields fields
        = {{"files",
            Object,
            "In the working folder, before and after",
            true,
            {},
            0,
            0,
            {{"created", Integer, "How many are new", true},
             {"changed", Integer, "How many are others than before", true},
             {"deleted", Integer, "How many are gone", true},
             {"bytes", Integer, "Sizes of the new and the changed ones", true},
             {.name = "list",
              .type = ObjectList,
              .description = "Some of them",
              .isRequired = true,
              .fields = files}}},
           {"programs",
            Object,
            "That were started",
            true,
            {},
            0,
            0,
            {{"started", Integer, "How many", true},
             {.name = "list",
              .type = ObjectList,
              .description = "The first ones",
              .isRequired = true,
              .fields = programs}}},
           {"network",
            Object,
            "Addresses that were tried, whether they answered or not",
            true,
            {},
            0,
            0,
            {{"attempts", Integer, "How many", true},
             {.name = "list",
              .type = ObjectList,
              .description = "Different ones",
              .isRequired = true,
              .fields = attempts},
             {.name = "names",
              .type = ObjectList,
              .description = "Asked for",
              .isRequired = true,
              .fields = names}}},
           {.name = "refused",
            .type = ObjectList,
            .description = "Calls that the sandbox's filter refused",
            .isRequired = true,
            .fields = refused},
           {"resources",
            Object,
            "What was used",
            true,
            {},
            0,
            0,
            {{"peak_memory_bytes", Integer, "0 = unknown", true},
             {"cpu_seconds", Number, "Of all processes", true},
             {"disk_bytes", Integer, "By which the working folder grew", true},
             {"most_processes", Integer, "At one time; 0 = unknown", true}}},
           {"not_seen", TextList, "What could not be seen, and why", true}};
    return fields;
}

} // namespace sandbench
