# One run: the threads of a program, what they share, and its end. `Real.run_once` runs it in a
# process of its own (fork), so that no run finds anything left over from the one before.

require_relative "program"
require_relative "answerer"
require_relative "objects"
require_relative "native"

module Real
  # Ends main where the scenario says `stop`, or because the time limit is over.
  class Stopped < StandardError; end

  class World
    attr_reader :turn, :gap, :draws, :marks, :native, :answerer

    def initialize(program, calibration, native)
      @program = program
      @gap = calibration["gap_ns"]
      @native = native
      @draws = {}
      (program["draws"] || []).each { |one| @draws[[one["stream"], one["site"]]] = one["values"] }
      @turn = [nil] # who ran Ruby code last
      @marks = []
      @templates = {}
      program["threads"].each { |thread| @templates[thread["name"]] = thread }
      @over = false
      @made = Hash.new { |hash, key| hash[key] = [] }
      @numbers = Hash.new(0)
      @actors = []
      @locks = Hash.new { |hash, key| hash[key] = Lock.new }
      @conditions = Hash.new { |hash, key| hash[key] = Condition.new }
      @lines = {}
      program["queues"].each { |name, max| @lines[name] = Line.new(max) }
    end

    def lock(name)
      @locks[name]
    end

    def condition(name)
      @conditions[name]
    end

    def line(name)
      @lines[name]
    end

    def executor(name)
      @executors[name]
    end

    def made(name)
      @made[name]
    end

    # Idle workers end with the process; nobody means them.
    def joinable(name, actor)
      return @made[name].dup unless name == "all"
      @actors.select { |other| @templates.key?(other.group) && !other.equal?(actor) }
    end

    def spawn(_actor, name, count)
      template = @templates[name]
      count ||= template["count"]
      (count || 1).times do
        number = @numbers[name] += 1
        full = count || number > 1 ? "#{name}-#{number}" : name
        made = start(full, name, count || 1) { |actor| thread(actor, template) }
        @made[name] << made
      end
    end

    # A thread with a book; the block is what it does.
    def start(name, group, made_together)
      actor = Actor.new(self, name, group, made_together)
      @actors << actor
      actor.thread = Thread.new do
        actor.life { yield actor }
        ended(actor)
      end
      actor
    end

    # Runs the program on the calling thread, which must be the main thread.
    def run(answerer)
      @answerer = answerer
      @executors = {}
      @main = Actor.new(self, "main", "main", 1)
      @origin = @main.began_at
      @program["pools"].each do |name, settings|
        @executors[name] = Executor.new(self, name, settings)
      end
      @running = true
      run_main
      @running = false
      @over = true
      report
    end

    # The process of a real program ends with main. This one has to report first; until then the
    # others sleep when they next have the lock. Killing them would be more work, and crashes Ruby
    # 3.1 where they wait for mutexes and hold some.
    def over?
      @over
    end

    # From a signal or another thread; only main can be stopped.
    def running?
      @running
    end

    private

    def run_main
      @main.life { Program.new(self, @main).thread(@program["main"]) }
      @ending = "completed"
    rescue Stopped => reason
      @ending = reason.message
    rescue OutOfDraws, SystemExit, NoMemoryError
      raise
    rescue Exception => error # `fatal` is no StandardError: nobody is left to wake anybody
      @ending = "deadlock"
      @deadlock = error.message.lines.first.to_s.strip
    end

    def thread(actor, template)
      Thread.current.priority = template["priority"] if template["priority"]
      if template["start"] > 0
        actor.wait(:sleeping) do |began|
          sleep(template["start"] / 1e9)
          began + template["start"]
        end
      end
      Program.new(self, actor).thread(template["do"])
    rescue OutOfDraws => error
      Thread.main.raise(error)
    end

    # `stop` when all threads of a template are over.
    def ended(actor)
      @answerer.release(actor) if @answerer
      return unless actor.group == @program["stop"]["when"]
      return unless @made[actor.group].all?(&:ended_at) && @running
      @stopped_at = actor.ended_at
      Thread.main.raise(Stopped, "stopped")
    end

    def report
      finish = @main.ended_at
      at = @program["stop"]["at"]
      finish = @origin + at if at && @ending != "completed" && finish > @origin + at
      finish = @stopped_at if @stopped_at && @ending == "stopped"
      all = [@main] + @actors
      { "end_ns" => finish - @origin, "ending" => @ending, "deadlock" => @deadlock,
        "threads" => all.map { |actor| actor.report(@origin, finish) },
        "spans" => spans(all, finish), "pools" => pools,
        "marks" => @marks.map { |time, name, text| [time - @origin, name, text] } }
    end

    def spans(all, finish)
      spans = {}
      all.each do |actor|
        actor.spans.each do |name, pairs|
          lengths = pairs.select { |_, till| till <= finish }.map { |from, till| till - from }
          (spans[name] ||= []).concat(lengths)
        end
      end
      spans
    end

    def pools
      pools = {}
      @executors.each do |name, pool|
        pools[name] = { "threads" => pool.threads, "largest" => pool.largest,
                        "tasks" => pool.accepted }
      end
      pools
    end
  end
end
