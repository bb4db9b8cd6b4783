#!/usr/bin/env ruby
# Runs a scenario on the real threads of the Ruby that executes this file; see README.md.

require_relative "scenario_file"
require_relative "refusals"
require_relative "calibration"
require_relative "runs"
require_relative "recording"
require "optparse"

module Real
  NS = 1_000_000_000

  class Command
    def initialize(words)
      @settings = {}
      @output = nil
      @repeat = 1
      @limit = 300 * NS
      @samples = 200
      @case = ""
      parse(words)
    end

    def run
      return puts(JSON.generate(Recording.ruby)) if @tell
      program = read
      return puts(JSON.pretty_generate(program)) if @print
      Refusals.new(program).check
      measure(program)
    end

    private

    def parse(words)
      parser = OptionParser.new do |option|
        option.banner = "usage: ruby run.rb FILE [options]     FILE: a scenario, or what " \
                        "gvlsim run --draws wrote; -: standard input"
        option.on("--case NAME", "which case of the file") { |name| @case = name }
        option.on("--set K=V", "sets a param") { |text| set(text) }
        option.on("--draws F", "takes the draws of gvlsim run --draws F") { |path| @draws = path }
        option.on("--repeat N", Integer, "runs, each in a process of its own") { |n| @repeat = n }
        option.on("--limit S", Float, "cuts a run after so many seconds (300)") do |seconds|
          @limit = (seconds * NS).round
        end
        option.on("--probe N", Integer, "sleeps of 1 ms to find the machine's noise (200)") do |n|
          @samples = n
        end
        option.on("-o", "--output F", "the recording; else only a summary") do |path|
          @output = path
        end
        option.on("--print", "prints the program instead of running it") { @print = true }
        option.on("--tell", "prints what this Ruby is, as JSON") { @tell = true }
      end
      files = parser.parse(words)
      return if @tell
      refuse("expected one FILE\n#{parser}") unless files.size == 1
      refuse("--repeat #{@repeat}: at least 1") unless @repeat > 0
      refuse("--probe #{@samples}: at least 1") unless @samples > 0
      refuse("--limit: more than 0") unless @limit > 0
      @path = files.first
    rescue OptionParser::ParseError => error
      refuse(error.message)
    end

    def set(text)
      name, value = text.split("=", 2)
      refuse("--set #{text}: expected K=V") if value.nil?
      @settings[name] = ScenarioFile.setting(value)
    end

    def refuse(message)
      raise Refused, message
    end

    def read
      program = program_of(@path)
      return program unless @draws
      drawn = program_of(@draws)
      same = program.reject { |key, _| key == "draws" } == drawn.reject { |key, _| key == "draws" }
      refuse("#{@draws}: these are the draws of another program, case or seed") unless same
      drawn
    end

    def program_of(path)
      text = path == "-" ? $stdin.read : File.read(path)
      text = text.dup.force_encoding("UTF-8")
      parsed = text.include?('"gvlsim_program"') && JSON.parse(text, max_nesting: false)
      return parsed if parsed.is_a?(Hash) && parsed.key?("gvlsim_program")
      ScenarioFile.new(text, path, @settings).program(@case)
    rescue SystemCallError => error
      refuse("#{path}: cannot be read: #{error.message}")
    end

    def measure(program)
      Recording.check(@output) if @output
      say("calibrating")
      native = Native.new
      calibration = Calibration.measure(native)
      measured = { "calibration" => calibration, "noise" => Calibration.noise(@samples) }
      runs = Runs.new(program, calibration, native, @limit)
      measured["runs"] = Array.new(@repeat) do |index|
        say("run #{index + 1} of #{@repeat}")
        report = runs.once
        say(summary(report))
        report
      end
      Recording.write(@output, program, Recording.ruby, measured) if @output
      cut = measured["runs"].count { |report| report["ending"] == "cut" }
      raise Runs::Failed, "#{cut} of #{@repeat} runs cut by --limit" if cut > 0
    ensure
      Recording.give_up(@output) if @output
    end

    def summary(report)
      ending = report["deadlock"] || report["ending"]
      lines = [format("end %.3f ms, %s", report["end_ns"] / 1e6, ending)]
      report["threads"].first(12).each do |thread|
        lines << format("  %-16s cpu %9.3f ms  lock wait %9.3f ms  preempted %4d%s", thread["name"],
                        thread["cpu_ns"].to_i / 1e6, thread["lock_wait_ns"] / 1e6,
                        thread["preemptions"], thread["error"] ? "  #{thread['error']}" : "")
      end
      lines.join("\n")
    end

    def say(text)
      $stderr.puts(text)
    end
  end
end

if $PROGRAM_NAME == __FILE__
  begin
    Real::Command.new(ARGV).run
  rescue Real::Refused => refused
    warn refused.message.gsub(/^/, "run.rb: ")
    exit 2
  rescue Real::Runs::Failed => failed
    warn "run.rb: #{failed.message}"
    exit 3
  rescue Interrupt
    exit 130
  end
end
