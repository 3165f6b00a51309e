// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/database.h"

#include "core/base/fd.h"
#include "core/base/sha256.h"
#include "core/net/http_client.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace sandbench::workspace {

namespace {

/// Statements of a database; one more is compiled each time.
constexpr std::size_t kMostKept = 48;

Error failed(sqlite3* database)
{
    const auto text = std::string("the database: ") + ::sqlite3_errmsg(database);
    switch (::sqlite3_errcode(database) & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return Error(ErrorCode::Timeout, text);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return Error(ErrorCode::Protocol, text);
    case SQLITE_FULL:
        return Error(ErrorCode::ResourceExhausted, text);
    case SQLITE_READONLY:
        return Error(ErrorCode::PermissionDenied, text);
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
        if (const int number = ::sqlite3_system_errno(database); number != 0)
            return Error::fromErrno(number, text);
        break;
    default:
        break;
    }
    return Error(ErrorCode::Io, text);
}

/// SQLite would make it as the umask says. It gets its name when we have closed it: to close a
/// database's file takes away the locks that other threads of this program have on it.
/// Source: fcntl(2), "Advisory record locking".
Result<void> makeFile(const std::string& path)
{
    struct stat info = {};
    if (::lstat(path.c_str(), &info) == 0)
        return S_ISREG(info.st_mode) ? Result<void>()
                                     : Error(ErrorCode::PermissionDenied, path + " is no file");
    std::error_code failure;
    const auto folder = std::filesystem::path(path).parent_path();
    if (std::filesystem::create_directories(folder, failure))
        std::filesystem::permissions(folder, std::filesystem::perms::owner_all, failure);
    if (failure)
        return Error::fromErrno(failure.value(), "cannot make " + folder.string());
    auto made = path + ".new-XXXXXX";
    UniqueFd file(::mkostemp(made.data(), O_CLOEXEC)); // 0600
    if (!file)
        return Error::fromErrno(errno, "cannot make " + path);
    file.reset();
    const int linked = ::link(made.c_str(), path.c_str());
    const int problem = errno;
    ::unlink(made.c_str());
    if (linked != 0 && problem != EEXIST)
        return Error::fromErrno(problem, "cannot make " + path);
    return {};
}

void hashOf(sqlite3_context* context, int, sqlite3_value** values)
{
    const auto* const bytes = static_cast<const char*>(::sqlite3_value_blob(values[0]));
    const auto size = static_cast<std::size_t>(::sqlite3_value_bytes(values[0]));
    const auto hash = sha256Of(bytes ? std::string_view(bytes, size) : std::string_view());
    ::sqlite3_result_text(context, hash.data(), static_cast<int>(hash.size()), SQLITE_TRANSIENT);
}

} // namespace

void Statement::Releaser::operator()(sqlite3_stmt* statement) const
{
    if (!kept) {
        ::sqlite3_finalize(statement);
        return;
    }
    ::sqlite3_reset(statement); // lets go of what it locks
    ::sqlite3_clear_bindings(statement);
    kept->isInUse = false;
}

Statement::Statement(sqlite3* database, sqlite3_stmt* statement, Kept* kept)
    : m_database(database)
    , m_statement(statement, Releaser{kept})
{
}

Statement& Statement::bind(std::string_view text)
{
    ::sqlite3_bind_text64(
        m_statement.get(), ++m_bound, text.data() == nullptr ? "" : text.data(), text.size(),
        SQLITE_TRANSIENT, SQLITE_UTF8);
    return *this;
}

Statement& Statement::bind(std::int64_t number)
{
    ::sqlite3_bind_int64(m_statement.get(), ++m_bound, number);
    return *this;
}

Statement& Statement::bind(double number)
{
    ::sqlite3_bind_double(m_statement.get(), ++m_bound, number);
    return *this;
}

Result<bool> Statement::step()
{
    switch (::sqlite3_step(m_statement.get())) {
    case SQLITE_ROW:
        return true;
    case SQLITE_DONE:
        return false;
    default:
        return failed(m_database);
    }
}

Result<void> Statement::run()
{
    SANDBENCH_TRY([[maybe_unused]] const auto hasRow, step());
    return {};
}

std::string Statement::text(int column) const
{
    const auto* bytes = ::sqlite3_column_blob(m_statement.get(), column);
    const auto size = ::sqlite3_column_bytes(m_statement.get(), column);
    return bytes == nullptr
        ? std::string()
        : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

std::int64_t Statement::integer(int column) const
{
    return ::sqlite3_column_int64(m_statement.get(), column);
}

double Statement::number(int column) const
{
    return ::sqlite3_column_double(m_statement.get(), column);
}

void Database::Closer::operator()(sqlite3* database) const
{
    ::sqlite3_close_v2(database);
}

Database::KeptStatements::~KeptStatements()
{
    for (const auto& [sql, kept] : bySql)
        ::sqlite3_finalize(kept.statement);
}

Database::Database(sqlite3* database, std::string path)
    : m_database(database)
    , m_kept(std::make_unique<KeptStatements>())
    , m_path(std::move(path))
{
}

Result<Database> Database::connect(
    const std::string& path, const std::string& address, int flags,
    std::chrono::milliseconds patience)
{
    sqlite3* opened = nullptr;
    const int status
        = ::sqlite3_open_v2(address.c_str(), &opened, flags | SQLITE_OPEN_NOMUTEX, nullptr);
    Database database(opened, path);
    if (status != SQLITE_OK)
        return opened ? failed(opened) : Error(ErrorCode::Io, "no memory for a database");
    struct stat info = {};
    if (::stat(path.c_str(), &info) == 0) {
        database.m_device = info.st_dev;
        database.m_inode = info.st_ino;
    }
    database.setPatience(patience);
    return database;
}

void Database::setPatience(std::chrono::milliseconds patience)
{
    ::sqlite3_busy_timeout(m_database.get(), static_cast<int>(patience.count()));
}

Result<Database>
Database::open(const std::string& path, Steps steps, std::chrono::milliseconds patience)
{
    SANDBENCH_TRY_VOID(makeFile(path));
    SANDBENCH_TRY(auto database, connect(path, path, SQLITE_OPEN_READWRITE, patience));
    if (::sqlite3_db_readonly(database.m_database.get(), "main") == 1)
        return Error(ErrorCode::PermissionDenied, path + " cannot be written");
    ::sqlite3_create_function(
        database.m_database.get(), "sha256", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr, hashOf,
        nullptr, nullptr);
    SANDBENCH_TRY_VOID(database.migrate(steps));
    return database;
}

Result<Database> Database::openToRead(const std::string& path, std::chrono::milliseconds patience)
{
    SANDBENCH_TRY(auto database, connect(path, path, SQLITE_OPEN_READONLY, patience));
    const auto version = database.version();
    if (version)
        return database;
    // On a disk that is read-only the log of what others write cannot be made; who has written one
    // must not be overheard.
    struct stat log = {};
    const auto code = version.error().code();
    if (code == ErrorCode::Timeout || code == ErrorCode::Protocol
        || (::stat((path + "-wal").c_str(), &log) == 0 && log.st_size > 0))
        return version.error();
    const auto address = "file:" + net::percentEncode(path) + "?immutable=1";
    SANDBENCH_TRY(
        auto frozen, connect(path, address, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, patience));
    frozen.m_isFrozen = true;
    SANDBENCH_TRY([[maybe_unused]] const auto isThere, frozen.version());
    return frozen;
}

Result<void> Database::migrate(Steps steps)
{
    const auto newest = static_cast<std::int64_t>(steps.size());
    SANDBENCH_TRY(auto done, version());
    if (done <= newest)
        SANDBENCH_TRY_VOID(execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL"));
    while (done < newest) {
        SANDBENCH_TRY(auto transaction, begin());
        SANDBENCH_TRY(done, version()); // another program may have come first
        if (done >= newest)
            break;
        SANDBENCH_TRY_VOID(execute(steps[static_cast<std::size_t>(done)]));
        ++done;
        SANDBENCH_TRY_VOID(execute(("PRAGMA user_version=" + std::to_string(done)).c_str()));
        SANDBENCH_TRY_VOID(transaction.commit());
    }
    if (done > newest)
        return Error(ErrorCode::Unsupported, m_path + " was written by a newer version");
    return {};
}

Result<std::int64_t> Database::version()
{
    SANDBENCH_TRY(auto statement, prepare("PRAGMA user_version"));
    SANDBENCH_TRY([[maybe_unused]] const auto hasRow, statement.step());
    return statement.integer(0);
}

Database::Transaction::Transaction(Database& of)
    : m_of(&of)
{
}

Database::Transaction::Transaction(Transaction&& other) noexcept
    : m_of(std::exchange(other.m_of, nullptr))
{
}

Database::Transaction::~Transaction()
{
    // It is over already after some failures.
    if (m_of)
        (void)m_of->execute("ROLLBACK").has_value();
}

Result<void> Database::Transaction::commit()
{
    SANDBENCH_TRY_VOID(m_of->execute("COMMIT"));
    m_of = nullptr;
    return {};
}

Result<Database::Transaction> Database::begin()
{
    SANDBENCH_TRY_VOID(execute("BEGIN IMMEDIATE"));
    return Transaction(*this);
}

bool Database::isCurrent() const
{
    struct stat info = {};
    return !m_isFrozen && ::stat(m_path.c_str(), &info) == 0 && info.st_dev == m_device
        && info.st_ino == m_inode;
}

Result<sqlite3_stmt*> Database::compile(std::string_view sql)
{
    sqlite3_stmt* statement = nullptr;
    if (::sqlite3_prepare_v2(
            m_database.get(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr)
        != SQLITE_OK)
        return failed(m_database.get());
    return statement;
}

Result<Statement> Database::prepare(std::string_view sql)
{
    auto& known = m_kept->bySql;
    auto at = known.find(sql);
    if (at == known.end() && known.size() < kMostKept) {
        SANDBENCH_TRY(auto* const statement, compile(sql));
        at = known.emplace(sql, Statement::Kept{statement}).first;
    }
    if (at != known.end() && !at->second.isInUse) {
        at->second.isInUse = true;
        return Statement(m_database.get(), at->second.statement, &at->second);
    }
    SANDBENCH_TRY(auto* const statement, compile(sql));
    return Statement(m_database.get(), statement, nullptr);
}

Result<void> Database::execute(const char* sql)
{
    if (::sqlite3_exec(m_database.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        return failed(m_database.get());
    return {};
}

} // namespace sandbench::workspace
