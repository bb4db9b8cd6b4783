# Everything about a series of runs as JSON. The format is in scenarios/RECORDING.md.

require "json"
require "rbconfig"
require_relative "trouble"

module Real
  module Recording
    NOT_RECORDED = [
      "ready: no thread can see from inside when it wants the lock again; it is the end of the " \
      "sleep as asked for, of the answer, or what the thread noted that let it go on",
      "costs and platform of the scenario: they are the simulator's",
      "garbage collection: switched off while a run goes on"
    ].freeze

    module_function

    # Whether it can be written, found out before hours of measuring.
    def check(path)
      return if path == "-"
      File.open("#{path}.part", "w") { |file| file }
    rescue SystemCallError => error
      raise Refused, "-o #{path}: #{error.message}"
    end

    # Takes away what `check` made and no `write` took.
    def give_up(path)
      File.delete("#{path}.part") if path != "-" && File.exist?("#{path}.part")
    end

    def write(path, program, ruby, measured)
      text = JSON.pretty_generate(whole(program, ruby, measured))
      # Changes are many and short: one a line.
      text.gsub!(/\[\s+(\d+),\s+"(\w+)"\s+\]/, '[\1, "\2"]')
      return $stdout.puts(text) if path == "-"
      File.open("#{path}.part", "w") { |file| file.puts(text) }
      File.rename("#{path}.part", path)
    end

    def whole(program, ruby, measured)
      { "gvlsim_recording" => 1, "source" => "tools/real/run.rb, #{Time.now.utc.strftime('%F')}",
        "scenario" => program["scenario"], "case" => program["case"], "ruby" => ruby,
        "model" => ruby["model"], "quantum_ms" => ruby["quantum_ms"], "machine" => machine,
        "calibration" => measured["calibration"], "noise" => measured["noise"],
        "runs" => measured["runs"].map { |run| with_figures(run) },
        "what_was_not_recorded" => NOT_RECORDED }
    end

    def with_figures(run)
      figures = run["ending"] == "cut" ? {} : { "end_s" => run["end_ns"] / 1e9 }
      run["pools"].each { |name, pool| figures["pool.#{name}.threads"] = pool["threads"] }
      run.reject { |_, value| value.nil? }.merge("figures" => figures)
    end

    def ruby
      { "engine" => RUBY_ENGINE, "version" => RUBY_VERSION, "description" => RUBY_DESCRIPTION,
        "platform" => RUBY_PLATFORM, "model" => Refusals.model,
        "quantum_ms" => Refusals.quantum_ms(Refusals.version, ENV) }
    end

    def machine
      load = first_line("/proc/loadavg")
      { "cores" => cores, "cpu" => cpu,
        "os" => (first_line("/proc/version") || RbConfig::CONFIG["host_os"])[/\A\S+( \S+){0,2}/],
        "load" => load && load.to_f }
    end

    def first_line(path)
      File.open(path, &:gets).to_s.strip
    rescue SystemCallError
      nil
    end

    def cores
      require "etc"
      Etc.nprocessors
    rescue LoadError
      nil
    end

    def cpu
      line = File.foreach("/proc/cpuinfo").find { |text| text.start_with?("model name") }
      line && line.split(": ", 2).last.strip
    rescue SystemCallError
      nil
    end
  end
end
