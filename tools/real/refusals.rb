# What of a program this Ruby cannot run for real, all of it at once.

require_relative "clock"
require_relative "trouble"

module Real
  class Refusals
    # `environment`: ENV or a stand-in; `version`: of Ruby, as numbers.
    def initialize(program, version: self.class.version, environment: ENV)
      @program = program
      @version = version
      @environment = environment
      @trouble = Trouble.new(program["scenario"])
    end

    def self.version
      RUBY_VERSION.split(".").first(2).map(&:to_i)
    end

    def check
      engine
      model
      quantum
      @program["threads"].each { |thread| block(thread["do"], thread["name"]) }
      block(@program["main"], "main")
      @trouble.raise_if_any
    end

    # The rules of this Ruby, as `gvlsim models` calls them.
    def self.model
      "cruby-#{version.join('.')}"
    end

    # In milliseconds: as set for this process, else Ruby's own.
    def self.quantum_ms(version, environment)
      slice = environment["RUBY_THREAD_TIMESLICE"].to_i
      (version <=> [3, 4]) >= 0 && slice > 0 ? slice : 100
    end

    private

    def add(message)
      @trouble.add("", message)
    end

    def engine
      if RUBY_ENGINE != "ruby"
        add("#{RUBY_ENGINE} has no GVL; this runs on CRuby")
      elsif (@version <=> [2, 3]) < 0
        add("Ruby #{RUBY_VERSION} is too old: from 2.3 on")
      end
      add("this system has no clock of a thread's processor time") unless Clock::CPU
      add("this system has no fork") unless Process.respond_to?(:fork)
    end

    def model
      return if @program["model"].to_s.start_with?("cruby-")
      add("model #{@program['model']} is no CRuby, so no Ruby runs it; " \
          "say --set model=#{self.class.model} for the rules of this one")
    end

    def quantum
      asked = @program["quantum"]
      return unless asked
      here = self.class.quantum_ms(@version, @environment) * 1_000_000
      return if asked == here
      text = "#{asked / 1e6} ms".sub(".0 ", " ")
      if (@version <=> [3, 4]) < 0
        add("a quantum of #{text}: Ruby #{@version.join('.')} has 100 ms and no knob; from 3.4 on")
      else
        add("a quantum of #{text}: start this Ruby with RUBY_THREAD_TIMESLICE=#{asked / 1_000_000}")
      end
    end

    def block(steps, who)
      steps.each { |step| step(step, who) }
    end

    def step(step, who)
      add("#{who}: gc: nobody can say how long a real collection takes") if step.key?("gc")
      queue(step, who)
      join(step, who)
      random(step, who)
      block(step["do"], who) if step["do"]
      (step["choose"] || []).each { |branch| block(branch["do"], who) }
    end

    def queue(step, who)
      return unless step.key?("pop") && step["timeout"] && (@version <=> [3, 2]) < 0
      add("#{who}: Queue#pop has a timeout from Ruby 3.2 on")
    end

    # Whether it draws depends on who has ended already: the draws of both would not match.
    def join(step, who)
      return unless step.key?("join") && step["timeout"].is_a?(Hash)
      add("#{who}: a join with a random timeout")
    end

    def random(step, who)
      return if @program["draws"]
      random = step.key?("choose") ||
               %w[cpu sleep io c_call timeout].any? { |key| step[key].is_a?(Hash) }
      add("#{who}: chance needs the simulator's draws: gvlsim run FILE --case NAME --draws F, " \
          "then run.rb F") if random
    end
  end
end
