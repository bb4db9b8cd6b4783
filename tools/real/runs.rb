# Each run in a process of its own, watched by this one: it stops it where the scenario says so,
# and when its time is over.

require_relative "world"

module Real
  class Runs
    class Failed < StandardError; end

    # `limit`: ns after which a run is cut.
    def initialize(program, calibration, native, limit)
      @program = program
      @calibration = calibration
      @native = native
      @limit = limit
      @operations = operations
    end

    # The report of one run.
    def once
      answers, @answer = IO.pipe
      answers.binmode
      @answer.binmode
      pid = fork { child(answers) }
      @answer.close
      text = watch(pid, answers)
      Process.wait(pid)
      report = text.empty? ? nil : Marshal.load(text)
      raise Failed, "the run ended without a report (#{$?})" if report.nil?
      raise Failed, report if report.is_a?(String)
      report
    ensure
      answers.close
    end

    private

    def child(answers)
      answers.close
      GC.start
      GC.disable
      Thread.report_on_exception = false if Thread.respond_to?(:report_on_exception=)
      world = World.new(@program, @calibration, @native)
      answerer = Answerer.new if uses_io?
      trap_signals(world)
      @answer.write("go\n")
      @answer.flush
      @answer.write(Marshal.dump(world.run(answerer)))
    rescue Exception => error # told by the parent
      places = Array(error.backtrace).first(3).map { |place| "\n  #{place}" }.join
      @answer.write(Marshal.dump("#{error.class}: #{error.message}#{places}"))
    ensure
      @answer.close
      exit!(0)
    end

    # USR1: `stop` of the scenario; TERM: the time is over.
    def trap_signals(world)
      Signal.trap("USR1") { raise Stopped, "stopped" if world.running? }
      Signal.trap("TERM") { raise Stopped, "cut" if world.running? }
    end

    def watch(pid, answers)
      return "" unless answers.gets
      at = @program["stop"]["at"]
      first = at && at <= @limit ? at : @limit
      text = read_for(answers, first / 1e9)
      return text if text
      signal(at == first ? "USR1" : "TERM", pid)
      text = read_for(answers, 10)
      return text if text
      signal("KILL", pid)
      ""
    end

    # All of it, or nil if it does not begin in time.
    def read_for(answers, seconds)
      IO.select([answers], nil, nil, seconds) && answers.read
    end

    def signal(name, pid)
      Process.kill(name, pid)
    rescue Errno::ESRCH
      nil # over just now
    end

    # Names the method of each operation, and numbers the places where tasks are submitted.
    def operations
      @sites = 0
      @kinds = {}
      @program["threads"].each { |thread| prepare(thread["do"]) }
      prepare(@program["main"])
      @kinds.keys
    end

    def prepare(steps)
      steps.each do |step|
        kind = step.keys.find { |key| Program.private_method_defined?("op_#{key}") }
        step["op"] = "op_#{kind}".to_sym
        @kinds[step["release"] ? "io" : kind] = true
        if kind == "submit"
          step["site"] = @sites
          @sites += 1
        end
        prepare(step["do"]) if step["do"]
        (step["choose"] || []).each { |branch| prepare(branch["do"]) }
      end
    end

    def uses_io?
      @operations.include?("io")
    end
  end
end
