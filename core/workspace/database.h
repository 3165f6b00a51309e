// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace sandbench::workspace {

/// One prepared statement. Texts are bound as they are, never pasted into SQL. Thread: one.
class Statement
{
public:
    /// In the order of the question marks.
    Statement& bind(std::string_view text);
    Statement& bind(std::int64_t number);
    Statement& bind(double number);
    /// True: there is a row, whose columns can be read. Errors: Io.
    Result<bool> step();
    /// For a statement that gives no rows.
    Result<void> run();

    std::string text(int column) const;
    std::int64_t integer(int column) const;
    double number(int column) const;

private:
    friend class Database;
    struct Finalizer
    {
        void operator()(sqlite3_stmt* statement) const;
    };
    Statement(sqlite3* database, sqlite3_stmt* statement);
    sqlite3* m_database;
    std::unique_ptr<sqlite3_stmt, Finalizer> m_statement;
    int m_bound = 0;
};

/// A file of ours that survives the end of the program at any moment. Source: SQLite, WAL.
/// Thread: one at a time.
class Database
{
public:
    /// Makes the folder (0700) and the file (0600). @p schema: what makes the tables where they
    /// are missing. Errors: Io, PermissionDenied.
    static Result<Database> open(const std::string& path, const char* schema);

    Result<Statement> prepare(std::string_view sql);
    Result<void> execute(const char* sql);

private:
    struct Closer
    {
        void operator()(sqlite3* database) const;
    };
    explicit Database(sqlite3* database);
    std::unique_ptr<sqlite3, Closer> m_database;
};

} // namespace sandbench::workspace
