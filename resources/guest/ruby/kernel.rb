# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
#
# Sandbench's Ruby contexts. Speaks the lines of core/agent/guest/kernel_protocol.md: orders on 3, answers on 4.
# Cells run in TOPLEVEL_BINDING, so that their local variables are the next cell's too.

module SandbenchKernel
  ME = File.expand_path(__FILE__)
  MAX_TEXT = 1 << 20
  ORDERS = IO.for_fd(3, "rb", autoclose: false)
  ANSWERS = IO.for_fd(4, "wb", autoclose: false)
  ANSWERS.sync = true
  REPRESENTATIONS = {
    to_html: "text/html",
    to_svg: "image/svg+xml",
    to_png: "image/png",
    to_markdown: "text/markdown",
    to_latex: "text/latex"
  }.freeze

  module_function

  def answer(*words)
    ANSWERS.write(words.join("\t") + "\n")
  end

  def decode(word)
    word.gsub(/%(\h\h)/) { $1.hex.chr }.force_encoding(Encoding.default_external)
  end

  def limited(text, size)
    text = text.dup.force_encoding(Encoding::UTF_8).scrub
    text.size <= size ? text : text[0, size] + "…"
  end

  def emit(header, body = "".b)
    require "json"
    head = JSON.generate(header).b
    @display.write([head.bytesize, body.bytesize].pack("VV") + head + body)
    @display.flush
  rescue SystemCallError, IOError
    nil # nobody reads any more
  end

  def show(parts)
    described = parts.map { |mime, data| { mime: mime, size: data.bytesize } }
    emit({ kind: "result", parts: described }, parts.map { |_, data| data.b }.join)
  end

  # As irb and IRuby: objects say themselves how else they look.
  def parts_of(value)
    parts = REPRESENTATIONS.filter_map do |name, mime|
      next unless value.respond_to?(name) && value.method(name).arity.abs <= 1
      data = value.public_send(name)
      [mime, data] if data.is_a?(String)
    rescue StandardError
      nil
    end
    parts << ["text/plain", limited(value.inspect, MAX_TEXT)]
  end

  def without_kernel(lines)
    (lines || []).reject { |line| line.start_with?(ME) || line.start_with?("<internal:kernel>") && line.include?("eval") }
  end

  def report(error)
    lines = without_kernel(error.backtrace)
    error.set_backtrace(lines) unless lines.empty?
    # Without a line of the cell it would name one of ours.
    text = lines.empty? ? "#{error.message} (#{error.class})\n" : error.full_message(highlight: false, order: :top)
    $stderr.write(text)
    emit({ kind: "error", name: limited(error.class.name.to_s, 200), value: limited(error.message.to_s, 64 << 10),
           traceback: limited(text, 256 << 10) })
  end

  def execute(path, name)
    Signal.trap("INT", @on_interrupt || "DEFAULT")
    value = TOPLEVEL_BINDING.eval(File.read(path), name, 1)
    show(parts_of(value)) unless value.nil?
    0
  rescue SystemExit => error
    error.status
  rescue Interrupt => error
    report(error)
    130
  rescue SignalException => error
    report(error)
    128 + error.signo
  rescue Exception => error # what a cell raises is its own, whatever it is
    report(error)
    1
  ensure
    @on_interrupt = Signal.trap("INT") { nil } # one that comes too late must not end the context
  end

  def run(token, input, output, errors, display, path, name)
    STDIN.reopen(input, "r")
    STDOUT.reopen(output, "w")
    STDERR.reopen(errors, "w")
    STDOUT.sync = STDERR.sync = true
    $stdin, $stdout, $stderr = STDIN, STDOUT, STDERR
    @display = File.open(display, "wb")
    answer("begun", token)
    name = decode(name)
    $PROGRAM_NAME = name
    owner = Process.pid
    code = execute(decode(path), name)
    exit!(code) if Process.pid != owner # a forked child of the cell ran to its end
    let_go
    answer("done", token, code)
  end

  def let_go
    [$stdout, STDOUT, STDERR].each { |stream| stream.flush rescue nil }
    @display.close
    STDIN.reopen(File::NULL, "r")
    STDOUT.reopen(File::NULL, "w")
    STDERR.reopen(File::NULL, "w")
  end

  GOES_ON = /unexpected end-of-input|meets end of file|anywhere before EOF|unterminated|expected an? .*`end`/.freeze

  # 1 where the text is the beginning of something, else 0.
  def check(path)
    before, $VERBOSE = $VERBOSE, nil
    text = File.read(path)
    return 1 if text.chomp.match?(/(?<!\\)(?:\\\\)*\\\z/)
    RubyVM::InstructionSequence.compile(text)
    0
  rescue SyntaxError => error
    error.message.match?(GOES_ON) ? 1 : 0
  rescue StandardError
    0
  ensure
    $VERBOSE = before
  end

  def serve
    Signal.trap("INT") { nil }
    answer("ready", RUBY_VERSION)
    while (line = ORDERS.gets)
      order, *words = line.force_encoding(Encoding::BINARY).chomp.split("\t")
      case order
      when "env"
        key, value = decode(words.first).split("=", 2)
        ENV[key] = value
      when "check"
        answer("begun", words.first)
        answer("done", words.first, check(decode(words[5])))
      when "cell"
        run(*words)
      end
    end
  end
end

SandbenchKernel.serve
