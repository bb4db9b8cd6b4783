# A small thread pool with the rules of concurrent-ruby's ThreadPoolExecutor, which are written out
# in models/pools/executors.hpp: the worker idle last, else a new thread, else the queue, else the
# fallback. As there, a mutex guards the pool and every worker waits in a queue of its own.

require_relative "clock"
require_relative "objects"

module Real
  class Rejected < StandardError
    def message
      "Concurrent::RejectedExecutionError"
    end
  end

  # The tasks that one thread or task submitted under one name.
  class Future
    attr_reader :done_at

    def initialize
      @mutex = Mutex.new
      @condition = ConditionVariable.new
      @pending = 0
    end

    def expect
      @mutex.synchronize { @pending += 1 }
    end

    def done
      @mutex.synchronize do
        @pending -= 1
        @done_at = Clock.now
        @condition.broadcast if @pending == 0
      end
    end

    def await(actor)
      @mutex.synchronize do
        return if @pending == 0
        actor.wait(:blocked) do
          @condition.wait(@mutex) while @pending > 0
          @done_at
        end
      end
    end
  end

  Task = Struct.new(:steps, :number, :site, :future, :given_at)

  class Executor
    Worker = Struct.new(:tasks, :idle_since)

    attr_reader :threads, :accepted, :largest

    def initialize(world, name, settings)
      @world = world
      @name = name
      @min = settings["min"]
      @max = settings["max"]
      @room = settings["queue"]
      @idle = settings["idle"]
      @fallback = settings["fallback"]
      @lock = Lock.new
      @ready = []
      @queue = []
      @size = @threads = @accepted = @largest = @submitted = 0
      @next_look = Clock.now + between_looks
    end

    # A place for one task. The block runs it in the submitter, for `caller_runs`.
    def submit(actor, steps, site, future, &run)
      task = Task.new(steps, 0, site, future, 0)
      case locked(actor) { place(actor, task) }
      when :caller then run.call(task)
      when :rejected then raise Rejected
      end
    end

    def number_of(task)
      "task/#{@name}/#{task.number}"
    end

    private

    def locked(actor)
      @lock.lock(actor)
      yield
    ensure
      @lock.unlock(actor)
    end

    def place(actor, task)
      task.number = @submitted += 1
      task.given_at = actor.look
      if @size >= @min && !@ready.empty?
        task.future.expect if task.future
        @ready.pop.tasks << task
      elsif @size < @max
        task.future.expect if task.future
        add_worker(task)
      elsif @room == 0 || @queue.size < @room
        task.future.expect if task.future
        @queue << task
      else
        return refuse(task)
      end
      @accepted += 1
      prune if @next_look < task.given_at
      :accepted
    end

    def refuse(task)
      return :rejected if @fallback == "abort"
      task.future.expect if task.future # a discarded task's future never comes
      @fallback == "caller_runs" ? :caller : :dropped
    end

    def add_worker(task)
      @size += 1
      @largest = @size if @size > @largest
      worker = Worker.new(Queue.new, nil)
      worker.tasks << task
      @threads += 1
      @world.start("#{@name}-worker-#{@threads}", @name, nil) { |actor| work(actor, worker) }
    end

    def work(actor, worker)
      while (task = next_task(actor, worker))
        Program.new(@world, actor).task(task, self)
        finish(actor, worker)
      end
    end

    def next_task(actor, worker)
      return worker.tasks.pop unless worker.tasks.empty?
      task = nil
      actor.wait(:blocked) do
        task = worker.tasks.pop
        task && task.given_at
      end
      locked(actor) { @size -= 1 } unless task
      task
    end

    # The oldest queued task, or idle.
    def finish(actor, worker)
      locked(actor) do
        if @queue.empty?
          worker.idle_since = Clock.now
          @ready << worker
        else
          worker.tasks << @queue.shift
        end
      end
    end

    # (idletime / 2.0).to_i, a number of seconds.
    def between_looks
      @idle / 2 / 1_000_000_000 * 1_000_000_000
    end

    def prune
      now = Clock.now
      left = @size
      while left > @min && !@ready.empty? && now - @ready.first.idle_since > @idle
        @ready.shift.tasks << nil
        left -= 1
      end
      @next_look = now + between_looks
    end
  end
end
