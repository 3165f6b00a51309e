// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/history_search.h"

#include <algorithm>

namespace sandbench::workspace {

namespace {

constexpr std::size_t kMostWords = 8;
constexpr std::size_t kLongestWord = 256;
/// Of one word: more would only find the same candidates again.
constexpr std::size_t kMostTrigrams = 16;

// A run's number with its record, and an empty one where that is not JSON.
constexpr const char* kNewRecord
    = "(SELECT new.number AS number, CASE WHEN json_valid(new.record) THEN new.record ELSE '{}' "
      "END AS record)";
constexpr const char* kOldRecords
    = "(SELECT number, CASE WHEN json_valid(record) THEN record ELSE '{}' END AS record FROM runs)";

std::string putFacts(const char* records)
{
    return std::string(
               "INSERT INTO run_facts SELECT number, "
               "coalesce(record ->> '$.program.file', ''), coalesce(record ->> '$.engine', ''), "
               "coalesce(record ->> '$.sentence', ''), coalesce(record ->> '$.success', 0), "
               "coalesce(json_array_length(record, '$.artifacts'), 0) FROM ")
        + records + ";";
}

// Of code and output the beginning, so that the index of a history of full records stays smaller
// than they are.
std::string putText(const char* records)
{
    return std::string("INSERT INTO run_texts (rowid, text) SELECT number, "
                       "coalesce(record ->> '$.program.file', '') || char(10) || "
                       "substr(coalesce(record ->> '$.program.code', ''), 1, 8192) || char(10) || "
                       "substr(coalesce(record ->> '$.stdout', ''), 1, 4096) || char(10) || "
                       "substr(coalesce(record ->> '$.stderr', ''), 1, 4096) || char(10) || "
                       "coalesce(record ->> '$.sentence', '') || char(10) || "
                       "coalesce(record ->> '$.engine', '') || char(10) || "
                       "coalesce(record ->> '$.image', '') FROM ")
        + records + ";";
}

// In it, OR REPLACE would not count: the conflict clause of the statement outside does.
std::string trigger(const char* when, const std::string& what)
{
    return "CREATE TRIGGER " + std::string(when) + " BEGIN " + what + " END;";
}

std::string makeTables()
{
    return "CREATE TABLE run_facts (number INTEGER PRIMARY KEY, document TEXT NOT NULL, "
           "engine TEXT NOT NULL, sentence TEXT NOT NULL, succeeded INTEGER NOT NULL, "
           "results INTEGER NOT NULL);"
           "CREATE VIRTUAL TABLE run_texts USING fts5(text, tokenize='trigram', detail=none);"
           "CREATE TABLE reviews (number INTEGER PRIMARY KEY, review TEXT NOT NULL, "
           "note TEXT NOT NULL, reviewed_at TEXT NOT NULL);"
        + putFacts(kOldRecords) + putText(kOldRecords)
        + trigger("facts_added AFTER INSERT ON runs", putFacts(kNewRecord))
        + trigger(
               "facts_changed AFTER UPDATE OF record ON runs",
               "DELETE FROM run_facts WHERE number = old.number;" + putFacts(kNewRecord))
        // A run that goes on is written each second: its text is taken when it has ended.
        + trigger("text_added AFTER INSERT ON runs WHEN new.verdict <> ''", putText(kNewRecord))
        + trigger(
               "text_changed AFTER UPDATE OF record ON runs WHEN new.verdict <> ''",
               "DELETE FROM run_texts WHERE rowid = old.number;" + putText(kNewRecord))
        + trigger(
               "facts_removed AFTER DELETE ON runs",
               "DELETE FROM run_facts WHERE number = old.number;"
               "DELETE FROM run_texts WHERE rowid = old.number;"
               "DELETE FROM reviews WHERE number = old.number;");
}

/// Where each character of UTF-8 begins, and the end.
std::vector<std::size_t> characterStarts(std::string_view word)
{
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < word.size(); ++i)
        if ((static_cast<unsigned char>(word[i]) & 0xC0U) != 0x80U)
            starts.push_back(i);
    starts.push_back(word.size());
    return starts;
}

/// The parts of three characters, as an expression of FTS5; empty for a shorter word.
std::string trigrams(std::string_view word)
{
    const auto starts = characterStarts(word);
    std::string expression;
    for (std::size_t i = 0; i + 3 < starts.size() && i < kMostTrigrams; ++i) {
        expression += expression.empty() ? "\"" : " AND \"";
        for (const char c : word.substr(starts[i], starts[i + 3] - starts[i]))
            expression += c == '"' ? std::string("\"\"") : std::string(1, c);
        expression += '"';
    }
    return expression;
}

bool isBlank(char c)
{
    return static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
}

} // namespace

const char* searchTables()
{
    static const std::string tables = makeTables();
    return tables.c_str();
}

std::vector<std::string> searchWords(std::string_view search)
{
    std::vector<std::string> words;
    std::string word;
    bool isQuoted = false;
    const auto finish = [&] {
        if (!word.empty() && words.size() < kMostWords)
            words.push_back(word.substr(0, kLongestWord));
        word.clear();
    };
    for (const char c : search) {
        if (c == '"') {
            finish();
            isQuoted = !isQuoted;
        } else if (isBlank(c) && (!isQuoted || c != ' ')) {
            finish();
        } else {
            word += c;
        }
    }
    finish();
    return words;
}

SearchSql searchSql(const HistoryQuery& query)
{
    SearchSql sql;
    const auto add = [&sql](const char* condition, const std::string& text) {
        if (text.empty())
            return;
        sql.condition += condition;
        sql.texts.push_back(text);
    };
    add(" AND r.language = ?", query.language);
    add(" AND r.verdict = ?", query.verdict);
    add(" AND f.document = ?", query.document);
    add(" AND f.engine = ?", query.engine);
    if (query.review == kNotReviewed)
        sql.condition += " AND v.number IS NULL";
    else
        add(" AND v.review = ?", query.review);
    for (const auto& word : searchWords(query.search)) {
        // The index knows which texts have the parts of the word; the text itself has the word. It
        // is read run by run, the newest first, until there are as many as are listed.
        sql.condition += " AND (";
        add("r.number IN (SELECT rowid FROM run_texts WHERE run_texts MATCH ?) AND ",
            trigrams(word));
        add("instr(lower((SELECT text FROM run_texts WHERE rowid = r.number)), lower(?)) > 0",
            word);
        add(" OR instr(lower(coalesce(v.note, '')), lower(?)) > 0)", word);
    }
    return sql;
}

} // namespace sandbench::workspace
