// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "gate_findings.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;

namespace {

struct Case
{
    const char* language;
    const char* module; // restricted
    const char* code;
};

constexpr Case kImports[] = {
    {"javascript", "fs", "import fs from 'fs'"},
    {"javascript", "fs", "import 'fs'"},
    {"javascript", "fs", "import {readFile as r} from \"fs\""},
    {"javascript", "fs", "import * as f from 'fs';"},
    {"javascript", "fs", "import a, {b} from 'node:fs'"},
    {"javascript", "fs", "import a from 'a'; import b from 'fs'"},
    {"javascript", "fs", "import f from 'fs' with {type: 'json'}"},
    {"javascript", "fs", "export * from 'fs'"},
    {"javascript", "fs", "export {x} from 'fs'"},
    {"javascript", "fs", "import('fs')"},
    {"javascript", "fs", "await import(`fs`)"},
    {"javascript", "fs", "require('fs')"},
    {"javascript", "fs", "require(\"fs\")"},
    {"javascript", "fs", "require(`fs`)"},
    {"javascript", "fs", "require ( 'fs' )"},
    {"javascript", "fs", "require/* */('fs')"},
    {"javascript", "fs", "require('node:fs')"},
    {"javascript", "fs", "require('fs/promises')"},
    {"javascript", "fs", "require?.('fs')"},
    {"javascript", "fs", "require('f' + 's')"},
    {"javascript", "fs", "const m = 'fs'; require(m)"},
    {"javascript", "fs", "const r = require; r('fs')"},
    {"javascript", "fs", "module.require('fs')"},
    {"javascript", "fs", "process.mainModule.require('fs')"},
    {"javascript", "fs", "globalThis.require('fs')"},
    {"javascript", "fs", "globalThis['require']('fs')"},
    {"javascript", "fs", "process.binding('fs')"},
    {"javascript", "fs", "process.getBuiltinModule('fs')"},
    {"javascript", "fs",
     "import {createRequire} from 'module'\nconst r = createRequire(import.meta.url)\nr('fs')"},
    {"javascript", "fs", "eval(\"require('fs')\")"},
    {"javascript", "fs", "new Function('a', \"return require('fs')\")"},
    {"javascript", "fs", "require(atob('ZnM='))"},
    {"javascript", "fs", "require(Buffer.from('6673', 'hex').toString())"},
    {"javascript", "fs", "require(String.fromCharCode(102, 115))"},
    {"javascript", "fs", "\\u0072equire('fs')"},
    {"javascript", "fs", "x = '//'; require('fs')"},
    {"javascript", "fs", "x = /['\"]/; require('fs')"},
    {"javascript", "fs", "x = /[/\"]/g; require('fs')"},
    {"javascript", "fs", "if (x) /\"/.test(y); require('fs') // \""},
    {"javascript", "fs", "x = a / b; y = '/'; require('fs')"},
    {"javascript", "fs", "x = function(){}/1;require('fs');1/1"},
    {"javascript", "fs", "x = a++ /1; require('fs'); 1/1"},
    {"javascript", "fs", "x = `${'`'}`; require('fs')"},
    {"javascript", "fs", "x = `${require('fs')}`"},
    {"javascript", "fs", "x = `a ${b + `${c}`} d`; require('fs')"},
    {"javascript", "fs", "// x\xe2\x80\xa8require('fs')"},
    {"javascript", "fs", "<!-- `\nrequire('fs') // `"},
    {"javascript", "fs", "x<!--y;require('fs')"},
    {"javascript", "@scope/pkg", "require('@scope/pkg/lib')"},
    {"typescript", "fs", "import type {Stats} from 'fs'"},
    {"typescript", "fs", "import fs = require('fs')"},
    {"java", "java.net", "import java.net.Socket;"},
    {"java", "java.net", "import java.net.*;"},
    {"java", "java.net", "import static java.net.URLDecoder.decode;"},
    {"java", "java.net", "import static java.net.Socket.*;"},
    {"java", "java.net", "import java . net . http . HttpClient;"},
    {"java", "java.net", "class A { java.net.Socket s; }"},
    {"java", "java.net", "class A { Object s = new java.net.Socket(); }"},
    {"java", "java.net", "\\u0069mport java.net.Socket;"},
    {"java", "java.net", "String s = \"/*\"; java.net.Socket t;"},
    {"java", "java.net", "String s = \"\"\"\n /* \" \"\"\"; java.net.Socket t;"},
    {"java", "java.net", "char c = '\"'; java.net.Socket t; char d = '\"';"},
    {"c", "sys/socket.h", "#include <sys/socket.h>"},
    {"c", "sys/socket.h", "# include <sys/socket.h>"},
    {"c", "sys/socket.h", "  #\tinclude\t\"sys/socket.h\""},
    {"c", "sys/socket.h", "#include_next <sys/socket.h>"},
    {"c", "sys/socket.h", "#inc\\\nlude <sys/socket.h>"},
    {"c", "sys/socket.h", "%: include <sys/socket.h>"},
    {"c", "sys/socket.h", "/* */ #include <sys/socket.h>"},
    {"c", "sys/socket", "#include <sys/socket.h>"},
    {"c", "sys", "#include <sys/socket.h>"},
    {"c", "stdio.h", "char *s = \"/*\";\n#include <stdio.h>"},
    {"cpp", "thread", "#include <thread>"},
    {"cpp", "thread", "import <thread>;"},
    {"cpp", "thread", "export import <thread>;"},
    {"cpp", "thread", "import thread;"},
    {"cpp", "thread", "auto s = R\"x(\")x\";\n#include <thread>"},
    {"cpp", "thread", "auto n = 1'000;\n#include <thread> // '"},
    {"go", "os/exec", "package main\nimport \"os/exec\""},
    {"go", "os/exec", "import x \"os/exec\""},
    {"go", "os/exec", "import . \"os/exec\""},
    {"go", "os/exec", "import _ \"os/exec\""},
    {"go", "os/exec", "import (\n\t\"fmt\"\n\te \"os/exec\"\n)"},
    {"go", "os/exec", "import (\"fmt\"; \"os/exec\")"},
    {"go", "os/exec", "import `os/exec`"},
    {"go", "os", "import \"os/exec\""},
    {"go", "net", "import \"net/http/httptest\""},
    {"go", "pq", "import \"github.com/lib/pq\""},
    {"go", "os", "var s = `//`; import \"os\""},
    {"rust", "std::process", "use std::process::Command;"},
    {"rust", "std::process", "use std::{fs, process::Command};"},
    {"rust", "std::process", "use std::process::*;"},
    {"rust", "std::process", "use std::process::{self, Command as C};"},
    {"rust", "std::process", "fn f() { std::process::Command::new(\"x\"); }"},
    {"rust", "std::process", "fn f() { ::std::process::exit(1) }"},
    {"rust", "std::process", "use r#std::process;"},
    {"rust", "libc", "extern crate libc as c;"},
    {"rust", "libc", "fn f<'a>(x: &'a str) {}\nuse libc::fork; // 'a"},
    {"rust", "libc", "/* /* */ */ use libc;"},
    {"rust", "libc", "let s = r#\"\" // \"#; use libc;"},
    {"rust", "libc", "let c = '\"'; use libc; let d = '\"';"},
    {"ruby", "socket", "require 'socket'"},
    {"ruby", "socket", "require \"socket\""},
    {"ruby", "socket", "require('socket')"},
    {"ruby", "socket", "require_relative 'socket'"},
    {"ruby", "socket", "require_relative './socket.rb'"},
    {"ruby", "socket", "load 'socket.rb'"},
    {"ruby", "socket", "autoload :S, 'socket'"},
    {"ruby", "socket", "Kernel.require 'socket'"},
    {"ruby", "socket", "Kernel.send(:require, 'socket')"},
    {"ruby", "socket", "require 'so' + 'cket'"},
    {"ruby", "socket", "require %q(socket)"},
    {"ruby", "socket", "eval \"require 'socket'\""},
    {"ruby", "net", "require 'net/http'"},
    {"ruby", "socket", "x = '#'; require 'socket'"},
    {"ruby", "socket", "x = \"#{\"a\"}#\"; require 'socket'"},
    {"ruby", "socket", "x = \"#{require 'socket'}\""},
    {"ruby", "socket", "x = %w(a #); require 'socket'"},
    {"ruby", "socket", "x = ?\"; require 'socket' # \""},
    {"ruby", "socket", "x = <<~A\n  # '\n  A\nrequire 'socket'"},
    {"ruby", "socket", "x = <<A + <<'B'\n\"\nA\n\"\nB\nrequire 'socket'"},
    {"ruby", "socket", "x = y / 2; z = '/'; require 'socket'"},
    {"ruby", "socket", "=begin\n'\n=end\nrequire 'socket'"},
    {"r", "curl", "library(curl)"},
    {"r", "curl", "x <- 1\nlibrary(curl)"},
    {"r", "curl", "library(\"curl\")"},
    {"r", "curl", "library(package = curl)"},
    {"r", "curl", "if (require('curl')) 1"},
    {"r", "curl", "requireNamespace(\"curl\", quietly = TRUE)"},
    {"r", "curl", "loadNamespace('curl')"},
    {"r", "curl", "curl::curl_fetch_memory(x)"},
    {"r", "curl", "curl:::x"},
    {"r", "curl", "p_load(ggplot2, curl)"},
    {"r", "curl", "pacman::p_load(\"curl\")"},
    {"r", "curl", "x <- '#'; library(curl)"},
    {"r", "curl", "x <- r\"(\")\"; library(curl)"},
    {"r", "curl", "`library`(curl)"},
    {"r", "curl", "x %\"% y; library(curl) # \""},
    {"r", "curl", "eval(parse(text = \"library(curl)\"))"},
    {"php", "evil", "<?php include 'evil.php';"},
    {"php", "evil", "<?php require_once(\"evil.php\");"},
    {"php", "evil", "<?php INCLUDE 'ev' . 'il.php';"},
    {"php", "Guzzle", "<?php use Guzzle\\Client;"},
    {"php", "Guzzle", "<?php use A\\B, Guzzle\\Client as C;"},
    {"php", "Guzzle\\Http", "<?php use Guzzle\\{Json, Http\\Client};"},
    {"php", "Guzzle", "<?php use function Guzzle\\get;"},
    {"php", "Guzzle", "<?php new \\Guzzle\\Client();"},
    {"php", "evil", "text ' <?php // ?> ' <?php include 'evil.php';"},
    {"php", "evil", "<?php # '\ninclude 'evil.php';"},
    {"php", "evil", "<?php #[A('x')]\ninclude 'evil.php';"},
    {"php", "evil", "<?php $x = <<<A\n  '\n  A; include 'evil.php';"},
    {"php", "evil", "<?php $x = <<<'A'\n$ '\nA;\ninclude 'evil.php';"},
    {"php", "evil", "<?php $x = \"{$a['b']}\"; include 'evil.php';"},
    {"php", "evil", "<?php eval('include \"evil.php\";');"},
    {"php", "evil", "<?= include 'evil.php' ?>"},
    {"bash", "curl", "curl x"},
    {"bash", "curl", "/usr/bin/curl x"},
    {"bash", "curl", "echo a; curl x"},
    {"bash", "curl", "echo a | curl x"},
    {"bash", "curl", "true && curl x"},
    {"bash", "curl", "if curl x; then :; fi"},
    {"bash", "curl", "for a in b; do curl x; done"},
    {"bash", "curl", "x=$(curl y)"},
    {"bash", "curl", "x=\"$(curl y)\""},
    {"bash", "curl", "x=`curl y`"},
    {"bash", "curl", "echo \"a `curl y`\""},
    {"bash", "curl", "A=1 B=2 curl x"},
    {"bash", "curl", "sudo -n curl x"},
    {"bash", "curl", "exec curl x"},
    {"bash", "curl", "c\"ur\"l x"},
    {"bash", "curl", "c\\url x"},
    {"bash", "curl", "$'c\\x75rl' x"},
    {"bash", "curl", "f() { curl x; }"},
    {"bash", "curl", "(curl x)"},
    {"bash", "curl", ">out curl x"},
    {"bash", "curl", "! curl x"},
    {"bash", "curl", "echo a#b; curl x"},
    {"bash", "curl", "echo ${x#'#'}; curl x"},
    {"bash", "curl", "echo \"$(curl x)\""},
    {"bash", "curl", "cat <<A\n'\nA\ncurl x"},
    {"bash", "curl", "cat <<A\n$(curl x)\nA"},
    {"bash", "curl", "cat <<'A'\n$(\nA\ncurl x"},
    {"bash", "curl", "x=$(case a in a) echo;; esac); curl x"},
    {"bash", "curl", "bash -c 'curl x'"},
    {"bash", "curl", "eval \"curl x\""},
    {"bash", "curl", "bash <<A\ncurl x\nA"},
    {"bash", "lib.sh", "source lib.sh"},
    {"bash", "lib.sh", ". ./lib.sh"},
};

constexpr Case kNoImports[] = {
    {"javascript", "fs", "// require('fs')"},
    {"javascript", "fs", "/* import 'fs' */"},
    {"javascript", "fs", "x = \"require('fs')\""},
    {"javascript", "fs", "x = `require('fs')`"},
    {"javascript", "fs", "require('fsx')"},
    {"javascript", "fs", "require('./lib/fs')"},
    {"javascript", "fs", "x = /require('fs')/"},
    {"javascript", "lodash", "require('lodash.merge')"},
    {"javascript", "fs", "import x from 'y' // fs"},
    {"java", "java.net", "// import java.net.Socket;"},
    {"java", "java.net", "/* java.net.Socket */ import java.util.List;"},
    {"java", "java.net", "String s = \"import java.net.Socket;\";"},
    {"java", "java.net", "import javax.net.Socket;"},
    {"java", "java.net", "import java.network.Socket;"},
    {"c", "sys/socket.h", "// #include <sys/socket.h>"},
    {"c", "sys/socket.h", "// \\\n#include <sys/socket.h>"},
    {"c", "sys/socket.h", "/*\n#include <sys/socket.h>\n*/"},
    {"c", "sys/socket.h", "char *s = \"#include <sys/socket.h>\";"},
    {"cpp", "thread", "auto s = R\"(\n#include <thread>\n)\";"},
    {"go", "os", "// import \"os\"\nimport \"fmt\""},
    {"go", "os", "var s = `\nimport \"os\"\n`"},
    {"go", "os", "import \"x/os/y\""},
    {"rust", "libc", "// use libc;"},
    {"rust", "libc", "/* /* */ use libc; */"},
    {"rust", "libc", "let s = \"use libc;\";"},
    {"rust", "std::process", "use std::fs;"},
    {"ruby", "socket", "# require 'socket'"},
    {"ruby", "socket", "=begin\nrequire 'socket'\n=end"},
    {"ruby", "socket", "__END__\nrequire 'socket'"},
    {"ruby", "socket", "x = \"require 'socket'\""},
    {"ruby", "socket", "x = <<A\nrequire 'socket'\nA"},
    {"ruby", "socket", "x = %q(require 'socket')"},
    {"r", "curl", "# library(curl)"},
    {"r", "curl", "x <- 'library(curl)'"},
    {"r", "curl", "library(curly)"},
    {"r", "curl", "curl <- 1"},
    {"php", "evil", "include 'evil.php';"},
    {"php", "evil", "<?php // include 'evil.php';"},
    {"php", "evil", "<?php /* include 'evil.php'; */ ?> include 'evil.php';"},
    {"php", "evil", "<?php $x = \"include 'evil.php';\";"},
    {"bash", "curl", "# curl x"},
    {"bash", "curl", "echo curl"},
    {"bash", "curl", "echo 'curl x'"},
    {"bash", "curl", "echo \"; curl x\""},
    {"bash", "curl", "cat <<A\ncurl x\nA"},
    {"bash", "curl", "curly x"},
    {"bash", "curl", "curl=1"},
    {"bash", "curl", "cat >curl"},
};

struct UseCase
{
    const char* language;
    const char* name; // forbidden
    const char* code;
    bool found;
};

constexpr UseCase kUses[] = {
    {"javascript", "child_process.exec", "require('child_process').exec('x')", true},
    {"javascript", "child_process.exec", "const cp = require('child_process'); cp.exec('x')", true},
    {"javascript", "child_process.exec", "const {exec} = require('child_process'); exec('x')",
     true},
    {"javascript", "child_process.exec", "const {exec: e} = require('node:child_process'); e('x')",
     true},
    {"javascript", "child_process.exec", "import {exec} from 'child_process'; exec('x')", true},
    {"javascript", "child_process.exec", "import * as c from 'child_process'; c['ex' + 'ec']('x')",
     true},
    {"javascript", "child_process.exec", "/x/.exec('child_process')", false},
    {"javascript", "eval", "eval('1')", true},
    {"javascript", "eval", "(0, eval)('1')", true},
    {"javascript", "eval", "globalThis['ev' + 'al']('1')", true},
    {"javascript", "eval", "model.eval()", false},
    {"javascript", "process.env", "console.log(process.env.HOME)", true},
    {"java", "Runtime.getRuntime", "Runtime.getRuntime().exec(\"x\")", true},
    {"java", "Runtime.getRuntime", "java.lang.Runtime.getRuntime()", true},
    {"java", "Runtime.getRuntime", "// Runtime.getRuntime()", false},
    {"c", "system", "int main() { system(\"x\"); }", true},
    {"cpp", "system", "std::system(\"x\");", true},
    {"c", "system", "int system_load;", false},
    {"go", "os.exec.Command", "import \"os/exec\"\nfunc f() { exec.Command(\"x\") }", true},
    {"go", "os.exec.Command", "import e \"os/exec\"\nfunc f() { e.Command(\"x\") }", true},
    {"go", "os.exec.Command", "import . \"os/exec\"\nfunc f() { Command(\"x\") }", true},
    {"rust", "std.process.Command", "use std::process::Command;\nfn f() { Command::new(\"x\"); }",
     true},
    {"rust", "std.process.Command", "use std::process;\nfn f() { process::Command::new(\"x\"); }",
     true},
    {"ruby", "system", "system 'ls'", true},
    {"ruby", "system", "Kernel.system('ls')", true},
    {"ruby", "Kernel.system", "x = `ls`", true},
    {"r", "system", "system('ls')", true},
    {"php", "shell_exec", "<?php Shell_Exec('ls');", true},
    {"php", "shell_exec", "<?php $x = `ls`;", true},
    {"php", "shell_exec", "shell_exec('ls')", false},
    {"bash", "rm", "rm -rf x", true},
    {"lua", "os.execute", "os.execute('x') -- y", true},
    {"lua", "os.execute", "x = 'os.execute'", false},
};

} // namespace

class TestGateLanguages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsImports_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(kImports)); ++i)
            QTest::addRow("%d %s: %s", i, kImports[i].language, kImports[i].code) << i;
    }

    void findsImports()
    {
        QFETCH(int, index);
        const auto& [language, module, code] = kImports[index];
        QVERIFY(refuses(restricting(module), code, language));
    }

    void leavesAloneWhatImportsNothing_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(kNoImports)); ++i)
            QTest::addRow("%d %s: %s", i, kNoImports[i].language, kNoImports[i].code) << i;
    }

    void leavesAloneWhatImportsNothing()
    {
        QFETCH(int, index);
        const auto& [language, module, code] = kNoImports[index];
        QVERIFY(!refuses(restricting(module), code, language));
    }

    void knowsFunctionsByAnyName_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(kUses)); ++i)
            QTest::addRow("%d %s: %s", i, kUses[i].language, kUses[i].code) << i;
    }

    void knowsFunctionsByAnyName()
    {
        QFETCH(int, index);
        const auto& [language, name, code, found] = kUses[index];
        QCOMPARE(refuses(forbidding(name), code, language), found);
    }

    void looksIntoProgramsForOtherInterpreters()
    {
        QVERIFY(refuses(restricting("os"), "python3 -c 'import os'", "bash"));
        QVERIFY(refuses(restricting("os"), "python3 - <<'X'\nimport os\nX\n", "bash"));
        QVERIFY(refuses(restricting("curl"), "import os\nos.system('curl x | sh')", "python"));
        QVERIFY(
            refuses(restricting("curl"), "require('child_process').exec('curl x')", "javascript"));
        QVERIFY(refuses(
            restricting("os"), "import os as o\no.system('python3 -c \"import os\"')", "python"));
        QVERIFY(!refuses(restricting("os"), "echo 'import os'", "bash"));
    }
};

SANDBENCH_TEST(TestGateLanguages);
#include "tst_gate_languages.moc"
