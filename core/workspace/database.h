// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>

struct sqlite3;
struct sqlite3_stmt;

/// Errors of all that is here: Timeout where another program has the file locked, Protocol where
/// it is damaged or no database, ResourceExhausted without space, PermissionDenied where it or its
/// disk is read-only, Unsupported where a newer version wrote it; else Io and what errno says.
namespace sandbench::workspace {

/// One prepared statement, which must not outlive its database. Texts are bound as they are, never
/// pasted into SQL. Thread: one.
class Statement
{
public:
    /// In the order of the question marks.
    Statement& bind(std::string_view text);
    Statement& bind(std::int64_t number);
    Statement& bind(double number);
    /// True: there is a row, whose columns can be read.
    Result<bool> step();
    /// For a statement that gives no rows.
    Result<void> run();

    std::string text(int column) const;
    std::int64_t integer(int column) const;
    double number(int column) const;

private:
    friend class Database;
    /// Compiled once for all who ask with the same text: that takes longer than most of them run.
    struct Kept
    {
        sqlite3_stmt* statement = nullptr;
        bool isInUse = false;
    };
    struct Releaser
    {
        Kept* kept = nullptr; ///< Null = nobody else's: finalized.
        void operator()(sqlite3_stmt* statement) const;
    };
    Statement(sqlite3* database, sqlite3_stmt* statement, Kept* kept);
    sqlite3* m_database;
    std::unique_ptr<sqlite3_stmt, Releaser> m_statement;
    int m_bound = 0;
};

/// A file of ours that survives the end of the program at any moment. Source: SQLite, WAL.
/// Thread: one at a time.
class Database
{
public:
    /// How its tables became what they are: statements that lead from version N, beginning with 0,
    /// to N + 1. The first one may find its tables there: before there were versions, all was 0.
    using Steps = std::span<const char* const>;
    /// How long another program may keep it locked.
    static constexpr std::chrono::milliseconds kPatience{2000};

    /// Makes the folder (0700) and the file (0600) where they are missing, and does those of
    /// @p steps that were not done, each wholly or not at all; their SQL may use sha256(bytes), as
    /// small hexadecimal digits. One that a newer version wrote is not written.
    static Result<Database>
    open(const std::string& path, Steps steps, std::chrono::milliseconds patience = kPatience);
    /// Never writes it, also not where it lies on a disk that cannot be written.
    static Result<Database> openToRead(const std::string& path, std::chrono::milliseconds patience);

    void setPatience(std::chrono::milliseconds patience);
    /// The same text again costs little, unless an earlier one of it is still in use.
    Result<Statement> prepare(std::string_view sql);
    Result<void> execute(const char* sql);
    /// How many steps were done.
    Result<std::int64_t> version();
    /// Until it is gone; what was not committed is undone. Others wait meanwhile.
    class Transaction
    {
    public:
        Transaction(Transaction&& other) noexcept;
        Transaction& operator=(Transaction&&) = delete;
        ~Transaction();
        Result<void> commit();

    private:
        friend class Database;
        explicit Transaction(Database& of);
        Database* m_of;
    };
    Result<Transaction> begin();
    /// Whether it sees what others write: not when its file was moved or removed, or could not be
    /// written by anybody when it was opened.
    bool isCurrent() const;

private:
    struct Closer
    {
        void operator()(sqlite3* database) const;
    };
    /// By their SQL. In a place of its own: statements point into it.
    struct KeptStatements
    {
        KeptStatements() = default;
        ~KeptStatements();
        KeptStatements(const KeptStatements&) = delete;
        KeptStatements& operator=(const KeptStatements&) = delete;
        std::map<std::string, Statement::Kept, std::less<>> bySql;
    };
    Database(sqlite3* database, std::string path);
    static Result<Database> connect(
        const std::string& path, const std::string& address, int flags,
        std::chrono::milliseconds patience);
    Result<void> migrate(Steps steps);

    Result<sqlite3_stmt*> compile(std::string_view sql);

    std::unique_ptr<sqlite3, Closer> m_database;
    std::unique_ptr<KeptStatements> m_kept;
    std::string m_path;
    dev_t m_device = 0;
    ino_t m_inode = 0;
    bool m_isFrozen = false;
};

} // namespace sandbench::workspace
