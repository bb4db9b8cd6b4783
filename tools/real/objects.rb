# Ruby's own mutexes, condition variables and queues, each with a note of when it last let somebody
# go on: the moment from which a thread that waited for it wanted the lock.

require_relative "clock"

begin
  require "thread"
rescue LoadError
  nil # part of the core since 2.x
end

module Real
  class Lock
    attr_accessor :freed_at
    attr_reader :mutex

    def initialize
      @mutex = Mutex.new
      @freed_at = 0
    end

    def lock(actor)
      unless @mutex.try_lock
        actor.leave(:blocked)
        @mutex.lock
        actor.resume_at(@freed_at)
      end
      actor.held << self
    end

    def unlock(actor)
      @freed_at = actor.look
      @mutex.unlock
      actor.held.delete(self)
    end
  end

  class Condition
    Waiter = Struct.new(:signalled_at)

    def initialize
      @condition = ConditionVariable.new
      @waiters = []
    end

    # Until a signal or for `timeout` ns; false where the time is over.
    def wait(actor, lock, timeout)
      waiter = Waiter.new(nil)
      @waiters << waiter
      lock.freed_at = began = actor.leave(:blocked)
      actor.woken_at = nil
      actor.held.delete(lock)
      actor.state = :waiting_for_signal
      @condition.wait(lock.mutex, timeout && timeout / 1e9)
      actor.held << lock
      reached = waiter.signalled_at || actor.woken_at
      @waiters.delete(waiter)
      actor.resume_at([reached || began + timeout.to_i, lock.freed_at].max)
      !reached.nil? || timeout.nil?
    end

    # As Ruby: the first waiter goes first.
    def signal(actor)
      waiter = @waiters.shift
      waiter.signalled_at = actor.look if waiter
      @condition.signal
    end

    def broadcast(actor)
      now = actor.look
      @waiters.each { |waiter| waiter.signalled_at = now }
      @waiters.clear
      @condition.broadcast
    end
  end

  # Its items are the times at which they were pushed.
  class Line
    def initialize(max)
      @max = max
      @queue = max > 0 ? SizedQueue.new(max) : Queue.new
      @popped_at = 0
      @closed_at = 0
    end

    def empty?
      @queue.empty?
    end

    def push(actor)
      full = @max > 0 && @queue.size >= @max
      now = full ? actor.leave(:blocked) : actor.look
      @queue.push(now)
      actor.resume_at([@popped_at, @closed_at].max) if full
    end

    # nil: got one; else why not.
    def pop(actor, timeout)
      wait = @queue.empty?
      began = wait ? actor.leave(:blocked) : actor.look
      pushed_at = timeout ? @queue.pop(timeout: timeout / 1e9) : @queue.pop
      reached = pushed_at || [@closed_at, began + timeout.to_i].max
      actor.resume_at(reached) if wait
      @popped_at = actor.look
      return nil if pushed_at
      @queue.closed? ? "ClosedQueueError: queue closed" : "ThreadError: pop timed out"
    end

    def close(actor)
      @closed_at = actor.look
      @queue.close
    end
  end
end
