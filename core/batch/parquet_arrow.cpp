// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/batch/parquet_rows.h"

#include <arrow/api.h>
#include <arrow/io/interfaces.h>
#include <arrow/json/api.h>
#include <optional>
#include <parquet/arrow/writer.h>
#include <string>
#include <utility>

namespace sandbench::batch {
namespace {

/// So much text of rows becomes a row group. Units: bytes.
constexpr std::size_t kRowGroupBytes = 8U << 20;

/// What testJson() in batch_row.cpp writes.
arrow::FieldVector fieldsOfTest()
{
    return {
        arrow::field("why", arrow::utf8()),
        arrow::field("verdict", arrow::utf8()),
        arrow::field("exit_code", arrow::int32()),
        arrow::field("signal", arrow::int32()),
        arrow::field("phase", arrow::utf8()),
        arrow::field("seconds", arrow::float64()),
        arrow::field("peak_memory_bytes", arrow::uint64()),
        arrow::field("started_at", arrow::timestamp(arrow::TimeUnit::MICRO, "UTC")),
        arrow::field("problem", arrow::utf8()),
        arrow::field("stdout", arrow::utf8()),
        arrow::field("stderr", arrow::utf8()),
        arrow::field("truncated", arrow::boolean())};
}

/// What rowOf() writes.
std::shared_ptr<arrow::Schema> schemaOfRows()
{
    auto test = fieldsOfTest();
    auto fields = test;
    test.push_back(arrow::field("name", arrow::utf8()));
    test.push_back(arrow::field("state", arrow::utf8()));
    fields.insert(
        fields.begin(),
        {arrow::field("line", arrow::uint64()), arrow::field("state", arrow::utf8()),
         arrow::field("id", arrow::utf8()), arrow::field("language", arrow::utf8()),
         arrow::field("place", arrow::utf8()), arrow::field("attempts", arrow::uint32()),
         arrow::field("lost_at", arrow::list(arrow::utf8())),
         arrow::field("started_before", arrow::boolean()),
         arrow::field("relaxed", arrow::list(arrow::utf8()))});
    fields.push_back(arrow::field("tests", arrow::list(arrow::struct_(test))));
    fields.push_back(arrow::field("tests_passed", arrow::uint32()));
    return arrow::schema(std::move(fields));
}

/// Arrow's way into our file, whose own error is kept: a full disk is told as one.
class PartStream : public arrow::io::OutputStream
{
public:
    explicit PartStream(const PartFile& file)
        : m_file(file)
    {
    }

    arrow::Status Write(const void* data, std::int64_t size) override
    {
        const auto bytes = static_cast<std::size_t>(size);
        if (auto written = m_file.write({static_cast<const char*>(data), bytes}); !written) {
            m_error = written.error();
            return arrow::Status::IOError("not written");
        }
        m_position += size;
        return arrow::Status::OK();
    }
    arrow::Result<std::int64_t> Tell() const override { return m_position; }
    arrow::Status Close() override
    {
        m_isClosed = true;
        return arrow::Status::OK();
    }
    bool closed() const override { return m_isClosed; }

    const std::optional<Error>& error() const { return m_error; }

private:
    const PartFile& m_file;
    std::int64_t m_position = 0;
    bool m_isClosed = false;
    std::optional<Error> m_error;
};

/// Dropped before end(), the file is none.
class ArrowRows
{
public:
    explicit ArrowRows(const PartFile& file)
        : m_stream(std::make_shared<PartStream>(file))
        , m_schema(schemaOfRows())
    {
    }

    Result<void> begin()
    {
        parquet::WriterProperties::Builder properties;
        for (const auto codec : {arrow::Compression::ZSTD, arrow::Compression::SNAPPY})
            if (arrow::util::Codec::IsAvailable(codec)) {
                properties.compression(codec);
                break;
            }
        auto opened = parquet::arrow::FileWriter::Open(
            *m_schema, arrow::default_memory_pool(), m_stream, properties.build());
        if (!opened.ok())
            return errorOf(opened.status(), ErrorCode::Io);
        m_writer = *std::move(opened);
        return {};
    }

    Result<void> add(std::string_view row)
    {
        m_text += row;
        m_text += '\n';
        return m_text.size() < kRowGroupBytes ? Result<void>() : flush();
    }

    Result<void> end()
    {
        SANDBENCH_TRY_VOID(flush());
        const auto status = m_writer->Close();
        return status.ok() ? Result<void>() : errorOf(status, ErrorCode::Io);
    }

private:
    Error errorOf(const arrow::Status& status, ErrorCode code) const
    {
        if (m_stream->error())
            return *m_stream->error();
        return Error(code, "Arrow: " + oneLine(status.message(), 300));
    }

    Result<void> flush()
    {
        if (m_text.empty())
            return {};
        auto options = arrow::json::ParseOptions::Defaults();
        options.explicit_schema = m_schema;
        // It would be lost without a word.
        options.unexpected_field_behavior = arrow::json::UnexpectedFieldBehavior::Error;
        const auto batch
            = arrow::json::ParseOne(options, arrow::Buffer::FromString(std::move(m_text)));
        m_text = {};
        if (!batch.ok())
            return errorOf(batch.status(), ErrorCode::InvalidArgument);
        const auto table = arrow::Table::FromRecordBatches({*batch});
        const auto status
            = table.ok() ? m_writer->WriteTable(**table, (*batch)->num_rows()) : table.status();
        return status.ok() ? Result<void>() : errorOf(status, ErrorCode::Io);
    }

    std::shared_ptr<PartStream> m_stream;
    std::shared_ptr<arrow::Schema> m_schema;
    std::unique_ptr<parquet::arrow::FileWriter> m_writer;
    std::string m_text; ///< Of the row group that begins.
};

} // namespace

Result<void> checkParquet()
{
    return {};
}

Result<void>
writeParquet(const PartFile& file, const std::function<Result<void>(const TakeRow&)>& giveRows)
{
    ArrowRows rows(file);
    SANDBENCH_TRY_VOID(rows.begin());
    SANDBENCH_TRY_VOID(giveRows([&rows](std::string_view row) { return rows.add(row); }));
    return rows.end();
}

} // namespace sandbench::batch
