// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Source: the reference of each language's library; Python 3.13 and Node.js 22 for their modules.
#include "core/policy/gate/want_names.h"

#include <algorithm>
#include <array>

namespace sandbench::gate {
namespace {

using enum WantKind;

constexpr std::array kWantNames = {
    WantNames{
        "python", Network,
        "socket.* ssl.* requests.* httpx.* aiohttp.* urllib3.* urllib.request.* http.client.* "
        "http.server.* ftplib.* smtplib.* poplib.* imaplib.* telnetlib.* xmlrpc.* socketserver.* "
        "websocket.* websockets.* paramiko.* boto3.* pycurl.* asyncio.open_connection "
        "asyncio.start_server webbrowser.*"},
    WantNames{
        "python", Files,
        "open io.open codecs.open os.open os.fdopen os.remove os.unlink os.rename os.replace "
        "os.mkdir os.makedirs os.rmdir os.removedirs os.listdir os.scandir os.walk os.chmod "
        "os.chown os.link os.symlink os.truncate os.stat pathlib.Path pathlib.PosixPath shutil.* "
        "tempfile.* glob.* fileinput.* sqlite3.connect shelve.open dbm.open zipfile.ZipFile "
        "tarfile.open gzip.open bz2.open lzma.open mmap.mmap pandas.read_csv pandas.read_table "
        "pandas.read_excel pandas.read_json pandas.read_parquet pandas.read_pickle "
        "pandas.read_feather pandas.read_hdf numpy.load numpy.loadtxt numpy.genfromtxt numpy.save "
        "numpy.savez numpy.savetxt PIL.Image.open joblib.load joblib.dump torch.load torch.save"},
    WantNames{
        "python", Programs,
        "subprocess.* os.system os.popen os.execl os.execle os.execlp os.execlpe os.execv "
        "os.execve "
        "os.execvp os.execvpe os.spawnl os.spawnle os.spawnlp os.spawnv os.spawnve os.spawnvp "
        "os.posix_spawn os.posix_spawnp os.startfile os.fork os.forkpty os.kill pty.* "
        "multiprocessing.* concurrent.futures.ProcessPoolExecutor "
        "asyncio.create_subprocess_shell asyncio.create_subprocess_exec posix.system nt.system"},
    WantNames{"python", Native, "ctypes.* cffi.* _ctypes.*"},
    WantNames{
        "python", Code,
        "eval exec compile __import__ importlib.* imp.* runpy.* pkgutil.* code.* types.CodeType "
        "types.FunctionType marshal.loads pickle.load pickle.loads pickle.Unpickler dill.* "
        "cloudpickle.*"},
    WantNames{
        "javascript", Network,
        "fetch XMLHttpRequest WebSocket EventSource navigator.sendBeacon http.* https.* http2.* "
        "net.* tls.* dgram.* dns.* axios.* undici.* ws.* Deno.connect Deno.listen Bun.serve "
        "Bun.connect"},
    WantNames{
        "javascript", Files,
        "fs.* Deno.open Deno.readFile Deno.readTextFile Deno.writeFile Deno.writeTextFile "
        "Deno.remove Deno.mkdir Bun.file Bun.write sqlite.* localStorage"},
    WantNames{
        "javascript", Programs,
        "child_process.* cluster.* process.kill Deno.run Deno.Command Bun.spawn Bun.spawnSync"},
    WantNames{"javascript", Native, "process.dlopen process.binding ffi.* WebAssembly Deno.dlopen"},
    WantNames{
        "javascript", Code, "eval Function vm.* module.* worker_threads.* setTimeout.constructor"},
    WantNames{"go", Network, "net.* crypto.tls.* golang.org.x.net.*"},
    WantNames{
        "go", Files,
        "os.Open os.OpenFile os.Create os.CreateTemp os.ReadFile os.WriteFile os.Remove "
        "os.RemoveAll os.Rename os.Mkdir os.MkdirAll os.MkdirTemp os.ReadDir os.Stat os.Chmod "
        "os.Truncate io.ioutil.* path.filepath.Walk path.filepath.WalkDir path.filepath.Glob"},
    WantNames{"go", Programs, "os.exec.* os.StartProcess syscall.Exec syscall.ForkExec"},
    WantNames{"go", Native, "unsafe.* syscall.Syscall syscall.RawSyscall C.*"},
    WantNames{"go", Code, "plugin.* reflect.*"},
    WantNames{"java", Network, "java.net.* java.nio.channels.SocketChannel javax.net.*"},
    WantNames{
        "java", Files,
        "java.io.File java.io.FileReader java.io.FileWriter java.io.FileInputStream "
        "java.io.FileOutputStream java.io.RandomAccessFile java.nio.file.*"},
    WantNames{"java", Programs, "Runtime.getRuntime ProcessBuilder java.lang.ProcessBuilder"},
    WantNames{"java", Native, "System.loadLibrary System.load sun.misc.Unsafe java.lang.foreign.*"},
    WantNames{"java", Code, "Class.forName java.lang.reflect.* java.lang.invoke.* javax.script.*"},
    WantNames{
        "c", Network, "socket connect bind listen accept getaddrinfo gethostbyname send sendto"},
    WantNames{
        "c", Files,
        "fopen freopen open openat creat opendir unlink unlinkat rename remove mkdir rmdir tmpfile "
        "ifstream ofstream fstream filesystem.*"},
    WantNames{
        "c", Programs,
        "system popen execl execle execlp execv execve execvp fork vfork posix_spawn posix_spawnp "
        "kill"},
    WantNames{"c", Native, "dlopen ptrace mprotect mmap syscall"},
    WantNames{"rust", Network, "std.net.* reqwest.* hyper.* tokio.net.* ureq.*"},
    WantNames{"rust", Files, "std.fs.* tokio.fs.*"},
    WantNames{"rust", Programs, "std.process.Command tokio.process.*"},
    WantNames{"rust", Native, "std.mem.transmute libc.* libloading.*"},
    WantNames{
        "ruby", Network,
        "Net.* TCPSocket TCPServer UDPSocket Socket URI.open OpenURI.* Faraday.* HTTParty.*"},
    WantNames{
        "ruby", Files,
        "File.* IO.read IO.write IO.readlines Dir.* FileUtils.* Pathname.* Tempfile.* "
        "open CSV.read CSV.foreach CSV.open"},
    WantNames{
        "ruby", Programs,
        "system exec spawn fork Kernel.system Kernel.exec Kernel.spawn IO.popen Open3.* PTY.spawn "
        "Process.spawn Process.kill"},
    WantNames{"ruby", Native, "Fiddle.* FFI.*"},
    WantNames{
        "ruby", Code,
        "eval instance_eval class_eval module_eval binding.eval send public_send __send__ "
        "const_get Object.const_get method define_method load Marshal.load"},
    WantNames{
        "php", Network,
        "fsockopen pfsockopen stream_socket_client stream_socket_server socket_create curl_init "
        "curl_exec mail ftp_connect gethostbyname"},
    WantNames{
        "php", Files,
        "fopen file file_get_contents file_put_contents readfile unlink rename mkdir rmdir opendir "
        "scandir glob copy touch chmod tempnam tmpfile SplFileObject simplexml_load_file"},
    WantNames{
        "php", Programs,
        "system exec shell_exec passthru popen proc_open pcntl_exec pcntl_fork posix_kill"},
    WantNames{"php", Native, "dl FFI.cdef FFI.load"},
    WantNames{
        "php", Code,
        "eval assert create_function call_user_func call_user_func_array unserialize "
        "ReflectionFunction ReflectionMethod include require"},
    WantNames{
        "r", Network,
        "url download.file socketConnection serverSocket curl httr.* httr2.* RCurl.* curl.*"},
    WantNames{
        "r", Files,
        "file file.remove file.create file.copy file.rename unlink readLines writeLines read.csv "
        "read.table read.delim write.csv write.table readRDS saveRDS load save source scan sink "
        "list.files dir.create gzfile bzfile readr.read_csv data.table.fread"},
    WantNames{"r", Programs, "system system2 shell shell.exec pipe"},
    WantNames{"r", Native, "dyn.load .C .Call .External .Fortran"},
    WantNames{"r", Code, "eval evalq parse do.call match.fun get getFunction reticulate.*"},
    WantNames{
        "bash", Network,
        "curl wget nc ncat netcat socat ssh scp sftp ftp telnet rsync git ping dig nslookup apt "
        "apt-get dnf yum pip pip3 npm"},
    WantNames{
        "bash", Files,
        "cat cp mv rm mkdir rmdir touch tee dd ls find ln chmod chown shred truncate mktemp head "
        "tail tar zip unzip sed"},
    WantNames{"bash", Code, "eval source ."},
};

constexpr std::string_view kPythonModules
    = "abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb "
      "binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop "
      "collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg "
      "crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest "
      "email "
      "encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions "
      "ftplib "
      "functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac "
      "html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword "
      "lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap "
      "modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers "
      "opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil "
      "platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr "
      "pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy "
      "sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket "
      "socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string "
      "stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib "
      "tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace "
      "traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu "
      "uuid "
      "venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp "
      "zipfile zipimport zlib zoneinfo";
constexpr std::string_view kNodeModules
    = "assert async_hooks buffer child_process cluster console constants crypto dgram "
      "diagnostics_channel dns domain events fs http http2 https inspector module net os path "
      "perf_hooks process punycode querystring readline repl sea sqlite stream string_decoder sys "
      "test timers tls trace_events tty url util v8 vm wasi worker_threads zlib";
// Of the shell itself.
constexpr std::string_view kShellWords
    = ". : [ [[ alias bg bind break builtin caller case cd command compgen complete continue "
      "declare "
      "dirs disown do done echo elif else enable esac eval exec exit export false fc fg fi for "
      "function getopts hash help history if in jobs let local logout mapfile popd printf pushd "
      "pwd "
      "read readarray readonly return select set shift shopt source suspend test then time times "
      "trap true type typeset ulimit umask unalias unset until wait while { }";
constexpr std::string_view kRPackages
    = "base compiler datasets graphics grDevices grid methods parallel splines stats stats4 tcltk "
      "tools utils";

bool isAmong(std::string_view words, std::string_view word)
{
    for (auto at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
        const auto end = at + word.size();
        if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' '))
            return true;
    }
    return false;
}

struct Words
{
    std::string_view language, words;
};

// Modules that give nothing but values.
constexpr Words kHarmless[] = {
    {"python",
     "__future__ abc argparse array ast base64 binascii bisect calendar cmath collections "
     "contextlib contextvars copy dataclasses datetime decimal difflib enum errno fractions "
     "functools graphlib hashlib heapq hmac html itertools json keyword locale math numbers "
     "operator pprint queue random re reprlib secrets statistics string struct textwrap time "
     "timeit token tokenize typing unicodedata uuid zlib"},
    {"javascript",
     "assert buffer constants events path perf_hooks punycode querystring string_decoder timers "
     "url util"},
    {"go",
     "bufio bytes cmp container context encoding errors fmt hash html index iter maps math regexp "
     "slices sort strconv strings sync text time unicode"},
};

// Words that reach a name without saying it.
constexpr Words kVeils[] = {
    {"python",
     "getattr setattr delattr globals locals vars attrgetter methodcaller builtins __builtins__ "
     "__subclasses__ __globals__ __bases__ __base__ __mro__ __class__ __code__ __closure__ "
     "__reduce__ __reduce_ex__ __getattribute__ __dict__ __loader__ __spec__"},
    {"javascript", "constructor globalThis global window self process Reflect Proxy __proto__"},
    {"java", "ClassLoader getClass System"},
};

template <std::size_t Count>
std::string_view wordsOf(const Words (&table)[Count], std::string_view language)
{
    if (language == "typescript")
        language = "javascript";
    for (const auto& [of, words] : table)
        if (of == language)
            return words;
    return {};
}

} // namespace

std::span<const WantNames> wantNames()
{
    return kWantNames;
}

bool isOwnModule(std::string_view language, std::string_view module)
{
    if (language == "python")
        return module.starts_with('_') || isAmong(kPythonModules, module);
    if (language == "javascript" || language == "typescript")
        return isAmong(kNodeModules, module);
    if (language == "bash")
        return isAmong(kShellWords, module);
    return language != "r" || isAmong(kRPackages, module);
}

std::string_view packageOfImport(std::string_view language, std::string_view module)
{
    if (language == "python")
        return module.substr(0, module.find('.'));
    if (language != "javascript" && language != "typescript")
        return module;
    if (module.empty() || module.front() == '.' || module.front() == '/'
        || module.find(':') != std::string_view::npos)
        return {};
    const auto end = module.find('/');
    return module.substr(
        0,
        module.front() == '@' && end != std::string_view::npos ? module.find('/', end + 1) : end);
}

bool isHarmlessImport(std::string_view language, std::string_view module)
{
    if (module.starts_with("node:"))
        module.remove_prefix(5);
    if (language == "java")
        return module.starts_with("java.util.") || module.starts_with("java.math.")
            || module.starts_with("java.text.") || module.starts_with("java.time.")
            || module.starts_with("java.lang.Math");
    const auto head = module.substr(0, module.find_first_of("./"));
    return isAmong(wordsOf(kHarmless, language), head);
}

bool reachesByNames(std::string_view language)
{
    return language == "java" || !wordsOf(kHarmless, language).empty();
}

std::string_view hidingWords(std::string_view language)
{
    return wordsOf(kVeils, language);
}

} // namespace sandbench::gate
