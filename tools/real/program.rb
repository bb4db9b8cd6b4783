# The program of one thread, executed: one method for each operation of a scenario, named after it.

require_relative "actor"
require_relative "executor"

module Real
  class OutOfDraws < StandardError; end

  class Program
    def initialize(world, actor)
      @world = world
      @actor = actor
      enter("thread/#{actor.name}", nil)
    end

    # Runs `steps` to their end or to an `otherwise` that ends them; an error is noted.
    def thread(steps)
      catch(:over) { block(steps) }
    rescue Stopped, OutOfDraws, SystemExit, NoMemoryError
      raise
    rescue StandardError => error
      @actor.error = described(error)
    end

    # A task has draws and futures of its own. One that fails ends, and the thread goes on; what a
    # worker's task held is given back.
    def task(task, executor, inline = false)
      outer = [@draws, @drawn, @futures, @together]
      enter(executor.number_of(task), task.site)
      @together = 1
      begin
        catch(:over) { block(task.steps) }
      rescue ThreadError, ClosedQueueError, Rejected
        nil
      end
      @actor.held.dup.each { |lock| lock.unlock(@actor) } unless inline
      @draws, @drawn, @futures, @together = outer
      task.future.done if task.future
    end

    private

    def enter(stream, site)
      @draws = @world.draws[[stream, site]] || []
      @drawn = 0
      @stream = stream
      @futures = {}
      @together = @actor.made_together
    end

    def described(error)
      error.is_a?(Rejected) ? error.message : "#{error.class}: #{error.message}"
    end

    def block(steps)
      steps.each { |step| send(step["op"], step) }
    end

    def drawn(quantity)
      quantity.is_a?(Integer) ? quantity : next_draw
    end

    def next_draw
      value = @draws[@drawn]
      raise OutOfDraws, "#{@stream}: all #{@drawn} draws are used up" if value.nil?
      @drawn += 1
      value
    end

    # --- the operations

    def op_cpu(step)
      @actor.burn(drawn(step["cpu"]))
    end

    def op_c_call(step)
      ns = drawn(step["c_call"])
      return wait_for_answer(ns) if step["release"]
      @actor.native { @world.native.run(ns) }
    end

    def op_io(step)
      wait_for_answer(drawn(step["io"]))
    end

    def wait_for_answer(ns)
      @actor.wait(:waiting) { @world.answerer.wait(@actor, ns) }
    end

    def op_sleep(step)
      forever = step["sleep"] == "forever"
      ns = forever ? 0 : drawn(step["sleep"])
      @actor.woken_at = nil
      @actor.wait(:sleeping) do |began|
        forever ? sleep : sleep(ns / 1e9)
        @actor.woken_at || began + ns
      end
    end

    # Only those that sleep or wait for a signal: others would look, find nothing and wait again.
    def op_wakeup(step)
      now = @actor.look
      @world.made(step["wakeup"]).each do |other|
        next unless other.state == :sleeping || other.state == :signal
        other.woken_at = now
        other.thread.wakeup if other.thread && other.thread.alive?
      end
    end

    def op_repeat(step)
      times = step["repeat"]
      body = step["do"]
      return loop_forever(body) if times == "forever"
      times = times["split"] / @together unless times.is_a?(Integer)
      times.times { block(body) }
    end

    def loop_forever(body)
      block(body) while true
    end

    def op_choose(step)
      block(step["choose"][next_draw]["do"])
    end

    def op_spawn(step)
      @world.spawn(@actor, step["spawn"], step["count"])
    end

    def op_join(step)
      late = false
      @world.joinable(step["join"], @actor).each do |other|
        late = true unless join(other, step["timeout"])
      end
      without_result(step, "ThreadError: join timed out") if late
    end

    # False where the time was over first.
    def join(other, timeout)
      return !other.thread.join.nil? unless other.thread.alive?
      ended = nil
      @actor.wait(:blocked) do |began|
        ended = timeout ? other.thread.join(timeout / 1e9) : other.thread.join
        ended ? other.ended_at : began + timeout
      end
      !ended.nil?
    end

    def op_lock(step)
      @world.lock(step["lock"]).lock(@actor)
    end

    def op_unlock(step)
      @world.lock(step["unlock"]).unlock(@actor)
    end

    def op_synchronize(step)
      lock = @world.lock(step["synchronize"])
      lock.lock(@actor)
      begin
        block(step["do"])
      ensure
        lock.unlock(@actor) if lock.mutex.owned?
      end
    end

    # With `while_empty` the loop that everybody writes around it, with one timeout for all rounds.
    def op_wait(step)
      lock = @world.lock(step["mutex"])
      condition = @world.condition(step["wait"])
      line = step["while_empty"] && @world.line(step["while_empty"])
      limit = step["timeout"] && drawn(step["timeout"])
      return wait_while_empty(step, condition, lock, line, limit) if line
      late = !condition.wait(@actor, lock, limit)
      without_result(step, "ThreadError: wait timed out") if late
    end

    def wait_while_empty(step, condition, lock, line, limit)
      deadline = limit && @actor.look + limit
      while line.empty?
        rest = deadline && deadline - @actor.look
        return without_result(step, "ThreadError: wait timed out") if rest && rest <= 0
        condition.wait(@actor, lock, rest)
      end
    end

    def op_signal(step)
      @world.condition(step["signal"]).signal(@actor)
    end

    def op_broadcast(step)
      @world.condition(step["broadcast"]).broadcast(@actor)
    end

    def op_push(step)
      @world.line(step["push"]).push(@actor)
    end

    def op_pop(step)
      limit = step["timeout"] && drawn(step["timeout"])
      problem = @world.line(step["pop"]).pop(@actor, limit)
      without_result(step, problem) if problem
    end

    def op_close(step)
      @world.line(step["close"]).close(@actor)
    end

    def without_result(step, problem)
      case step["otherwise"]
      when "end" then throw :over
      when "raise"
        kind, message = problem.split(": ", 2)
        raise Object.const_get(kind), message
      end
    end

    def op_pass(_step)
      @actor.look
      Thread.pass
      @actor.look(false)
    end

    def op_priority(step)
      Thread.current.priority = step["priority"]
    end

    def op_submit(step)
      executor = @world.executor(step["submit"])
      (step["count"] || 1).times do
        future = step["as"] && (@futures[step["as"]] ||= Future.new)
        executor.submit(@actor, step["do"], step["site"], future) do |task|
          task(task, executor, true)
        end
      end
    end

    def op_await(step)
      future = @futures.delete(step["await"])
      future.await(@actor) if future
    end

    def op_mark(step)
      @world.marks << [@actor.look, @actor.name, step["mark"]]
    end

    def op_span(step)
      began = @actor.look
      block(step["do"])
      @actor.spans[step["span"]] << [began, @actor.look]
    end
  end
end
