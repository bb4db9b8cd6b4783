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
        actor.wait(:blocked) do
          @mutex.lock
          @freed_at
        end
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
      reached = actor.woken_at = nil
      actor.wait(:signal) do |began|
        @waiters << waiter
        lock.freed_at = began
        actor.held.delete(lock)
        @condition.wait(lock.mutex, timeout && timeout / 1e9)
        actor.held << lock
        reached = waiter.signalled_at || actor.woken_at
        [reached || began + timeout.to_i, lock.freed_at].max
      end
      !reached.nil? || timeout.nil?
    ensure
      @waiters.delete_if { |other| other.equal?(waiter) }
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
      return @queue.push(actor.look) if @max == 0 || @queue.size < @max
      actor.wait(:blocked) do |began|
        @queue.push(began)
        [@popped_at, @closed_at].max
      end
    end

    # nil: got one; else why not.
    def pop(actor, timeout)
      pushed_at = nil
      if @queue.empty?
        actor.wait(:blocked) do |began|
          pushed_at = take(timeout)
          pushed_at || [@closed_at, began + timeout.to_i].max
        end
      else
        pushed_at = take(timeout)
      end
      @popped_at = actor.look
      return nil if pushed_at
      @queue.closed? ? "ClosedQueueError: queue closed" : "ThreadError: pop timed out"
    end

    def close(actor)
      @closed_at = actor.look
      @queue.close
    end

    private

    def take(timeout)
      timeout ? @queue.pop(timeout: timeout / 1e9) : @queue.pop
    end
  end
end
