// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/database.h"

#include "core/base/fd.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sqlite3.h>
#include <sys/stat.h>

namespace sandbench::workspace {

namespace {

/// Another server on the same file.
constexpr int kPatienceMilliseconds = 2000;

Error failed(sqlite3* database)
{
    return Error(ErrorCode::Io, std::string("the database: ") + ::sqlite3_errmsg(database));
}

/// SQLite would make it as the umask says.
Result<void> makeFile(const std::string& path)
{
    std::error_code failure;
    const auto folder = std::filesystem::path(path).parent_path();
    if (std::filesystem::create_directories(folder, failure))
        std::filesystem::permissions(folder, std::filesystem::perms::owner_all, failure);
    if (failure)
        return Error::fromErrno(failure.value(), "cannot make " + folder.string());
    const UniqueFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file || ::fchmod(file.get(), 0600) != 0)
        return Error::fromErrno(errno, "cannot open " + path);
    return {};
}

} // namespace

void Statement::Finalizer::operator()(sqlite3_stmt* statement) const
{
    ::sqlite3_finalize(statement);
}

Statement::Statement(sqlite3* database, sqlite3_stmt* statement)
    : m_database(database)
    , m_statement(statement)
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

Database::Database(sqlite3* database)
    : m_database(database)
{
}

Result<Database> Database::open(const std::string& path, const char* schema)
{
    SANDBENCH_TRY_VOID(makeFile(path));
    sqlite3* opened = nullptr;
    const int status = ::sqlite3_open_v2(
        path.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    Database database(opened);
    if (status != SQLITE_OK)
        return opened ? failed(opened) : Error(ErrorCode::Io, "no memory for a database");
    ::sqlite3_busy_timeout(opened, kPatienceMilliseconds);
    SANDBENCH_TRY_VOID(database.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL"));
    SANDBENCH_TRY_VOID(database.execute(schema));
    return database;
}

Result<Statement> Database::prepare(std::string_view sql)
{
    sqlite3_stmt* statement = nullptr;
    if (::sqlite3_prepare_v2(
            m_database.get(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr)
        != SQLITE_OK)
        return failed(m_database.get());
    return Statement(m_database.get(), statement);
}

Result<void> Database::execute(const char* sql)
{
    if (::sqlite3_exec(m_database.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        return failed(m_database.get());
    return {};
}

} // namespace sandbench::workspace
