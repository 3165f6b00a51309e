// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/toolchain_programs.h"

namespace sandbench::test {

namespace {

const ToolchainPrograms kPython
    = {"python",
       R"(import sys
print("héllo 😀")
print("".join(f"[{a}]" for a in sys.argv[1:]))
print(input())
print("problem", file=sys.stderr)
sys.exit(5)
)",
       "def (:\n",
       "1/0\n",
       "exited 1",
       "ZeroDivisionError",
       "import time\nprint('in', flush=True)\ntime.sleep(60)\n",
       "import helper\nprint(helper.answer())\n",
       {{"helper.py", "def answer(): return 42\n"}}};

const ToolchainPrograms kJavaScript
    = {"javascript",
       R"(const line = require('fs').readFileSync(0, 'utf8').split('\n')[0];
console.log("héllo 😀");
console.log(process.argv.slice(2).map(a => `[${a}]`).join(''));
console.log(line);
console.error("problem");
process.exitCode = 5;
)",
       "function ( {\n",
       "throw new Error('broken');\n",
       "exited 1",
       "Error: broken",
       "console.log('in');\nsetTimeout(() => {}, 60000);\n",
       "console.log(require('./helper.js').answer());\n",
       {{"helper.js", "exports.answer = () => 42;\n"}}};

const ToolchainPrograms kTypeScript
    = {"typescript",
       R"(import * as fs from "fs";
const line: string = fs.readFileSync(0, "utf8").split("\n")[0];
console.log("héllo 😀");
console.log(process.argv.slice(2).map((a: string) => `[${a}]`).join(""));
console.log(line);
console.error("problem");
process.exitCode = 5;
)",
       "const n: number = 'text';\n",
       "throw new Error('broken');\n",
       "exited 1",
       "Error: broken",
       "console.log('in');\nsetTimeout(() => {}, 60000);\n",
       "import { answer } from './helper';\nconsole.log(answer());\n",
       {{"helper.ts", "export function answer(): number { return 42; }\n"}}};

const ToolchainPrograms kJava
    = {"java",
       R"(import java.util.*;
public class Talk {
    public static void main(String[] arguments) {
        var line = new Scanner(System.in, "UTF-8").nextLine();
        System.out.println("héllo 😀");
        for (var argument : arguments) System.out.print("[" + argument + "]");
        System.out.println();
        System.out.println(line);
        System.err.println("problem");
        System.exit(5);
    }
}
)",
       "public class Main { int x = \"text\"; }\n",
       "class Main { public static void main(String[] a) { throw new RuntimeException(\"broken\"); "
       "} }",
       "exited 1",
       "RuntimeException: broken",
       R"(public class Main { public static void main(String[] a) throws Exception {
    System.out.println("in"); Thread.sleep(60000); } }
)",
       R"(public class Main { public static void main(String[] a) {
    System.out.println(Helper.answer()); } }
)",
       {{"Helper.java", "class Helper { static int answer() { return 42; } }\n"}}};

const ToolchainPrograms kC = {
    "c",
    R"(#include <stdio.h>
int main(int count, char** arguments)
{
    char line[100];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    puts("héllo 😀");
    for (int i = 1; i < count; ++i)
        printf("[%s]", arguments[i]);
    printf("\n%s", line);
    fputs("problem\n", stderr);
    return 5;
}
)",
    "int main( { return 0; }\n",
    "#include <stdio.h>\n#include <stdlib.h>\nint main() { fputs(\"broken\", stderr); abort(); }\n",
    "signaled 6",
    "broken",
    "#include <stdio.h>\n#include <unistd.h>\n"
    "int main() { puts(\"in\"); fflush(stdout); sleep(60); }\n",
    "#include <stdio.h>\n#include \"helper.h\"\nint main() { printf(\"%d\\n\", answer()); }\n",
    {{"helper.h", "int answer(void);\n"},
     {"helper.c", "#include \"helper.h\"\nint answer(void) { return 42; }\n"}}};

const ToolchainPrograms kCpp
    = {"cpp",
       R"(#include <iostream>
#include <string>
int main(int count, char** arguments)
{
    std::string line;
    std::getline(std::cin, line);
    std::cout << "héllo 😀\n";
    for (int i = 1; i < count; ++i)
        std::cout << '[' << arguments[i] << ']';
    std::cout << '\n' << line << '\n';
    std::cerr << "problem\n";
    return 5;
}
)",
       "int main() { return undeclared; }\n",
       "#include <stdexcept>\nint main() { throw std::runtime_error(\"broken\"); }\n",
       "signaled 6",
       "broken",
       "#include <iostream>\n#include <unistd.h>\n"
       "int main() { std::cout << \"in\" << std::endl; sleep(60); }\n",
       "#include <cstdio>\n#include \"lib/helper.h\"\nint main() { std::printf(\"%d\\n\", "
       "answer()); }\n",
       {{"lib/helper.h", "int answer();\n"},
        {"lib/helper.cpp", "#include \"lib/helper.h\"\nint answer() { return 42; }\n"}}};

const ToolchainPrograms kGo
    = {"go",
       R"(package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	fmt.Println("héllo 😀")
	for _, argument := range os.Args[1:] {
		fmt.Printf("[%s]", argument)
	}
	fmt.Printf("\n%s", line)
	fmt.Fprintln(os.Stderr, "problem")
	os.Exit(5)
}
)",
       "package main\nfunc main() { unused := 1 }\n",
       "package main\nfunc main() { panic(\"broken\") }\n",
       "exited 2",
       "panic: broken",
       "package main\nimport (\"fmt\"; \"time\")\n"
       "func main() { fmt.Println(\"in\"); time.Sleep(time.Minute) }\n",
       "package main\nimport \"fmt\"\nfunc main() { fmt.Println(answer()) }\n",
       {{"helper.go", "package main\nfunc answer() int { return 42 }\n"}}};

const ToolchainPrograms kRust
    = {"rust",
       R"(use std::io::BufRead;
fn main() {
    let line = std::io::stdin().lock().lines().next().unwrap().unwrap();
    println!("héllo 😀");
    for argument in std::env::args().skip(1) {
        print!("[{}]", argument);
    }
    println!();
    println!("{}", line);
    eprintln!("problem");
    std::process::exit(5);
}
)",
       "fn main() { let n: i32 = \"text\"; }\n",
       "fn main() { panic!(\"broken\"); }\n",
       "exited 101",
       "broken",
       "fn main() { println!(\"in\"); std::thread::sleep(std::time::Duration::from_secs(60)); }\n",
       "mod helper;\nfn main() { println!(\"{}\", helper::answer()); }\n",
       {{"helper.rs", "pub fn answer() -> i32 { 42 }\n"}}};

const ToolchainPrograms kRuby
    = {"ruby",
       R"(line = STDIN.gets
puts "héllo 😀"
puts ARGV.map { |a| "[#{a}]" }.join
puts line
warn "problem"
exit 5
)",
       "def (\n",
       "raise 'broken'\n",
       "exited 1",
       "broken (RuntimeError)",
       "STDOUT.sync = true\nputs 'in'\nsleep 60\n",
       "require_relative 'helper'\nputs answer\n",
       {{"helper.rb", "def answer = 42\n"}}};

const ToolchainPrograms kR
    = {"r",
       R"(line <- readLines("stdin", n = 1)
cat("héllo 😀\n")
cat(paste0("[", commandArgs(trailingOnly = TRUE), "]"), sep = "")
cat("\n", line, "\n", sep = "")
message("problem")
quit(status = 5)
)",
       "f <- function( {\n",
       "stop('broken')\n",
       "exited 1",
       "broken",
       "cat('in\\n')\nSys.sleep(60)\n",
       "source('helper.R')\ncat(answer(), '\\n', sep = '')\n",
       {{"helper.R", "answer <- function() 42\n"}}};

const ToolchainPrograms kPhp
    = {"php",
       R"(<?php
$line = fgets(STDIN);
echo "héllo 😀\n";
foreach (array_slice($argv, 1) as $argument) echo "[$argument]";
echo "\n", $line;
fwrite(STDERR, "problem\n");
exit(5);
)",
       "<?php function ( {\n",
       "<?php throw new Exception('broken');\n",
       "exited 255",
       "broken",
       "<?php echo \"in\\n\"; sleep(60);\n",
       "<?php require 'helper.php'; echo answer(), \"\\n\";\n",
       {{"helper.php", "<?php function answer() { return 42; }\n"}}};

const ToolchainPrograms kBash
    = {"bash",
       R"(read -r line
echo "héllo 😀"
printf '[%s]' "$@"
printf '\n%s\n' "$line"
echo problem >&2
exit 5
)",
       "if then\n",
       "no-such-command-here\n",
       "exited 127",
       "not found",
       "echo in\nsleep 60\n",
       "source ./helper.sh\nanswer\n",
       {{"helper.sh", "answer() { echo 42; }\n"}}};

} // namespace

const std::vector<ToolchainPrograms>& toolchainPrograms()
{
    static const std::vector<ToolchainPrograms> all
        = {kPython, kJavaScript, kTypeScript, kJava, kC, kCpp, kGo, kRust, kRuby, kR, kPhp, kBash};
    return all;
}

} // namespace sandbench::test
