# One real thread and its book: what it did when, as seen from inside. A thread cannot be watched
# while it waits, so each wait is written down when it is over:
#
#   before the wait   [t, sleeping | waiting | blocked]
#   after it          [r, ready], [now, running]   r: when that which it waited for had happened
#
# r is the end of the sleep that was asked for, the time at which the answering process wrote, or
# the time at which the other thread unlocked, pushed, signalled or ended. So a timer's lateness and
# the way of a wake-up count as waiting for the lock.
#
# While it computes, a thread reads the clock all the time. It has lost the lock if another thread
# ran Ruby code since it last looked: each leaves its mark in `turn`. That tells a lost lock,
# however short, from a lost processor, where time passes too but nobody left a mark. Whoever takes
# the turn tells the thread before when that was.

require_relative "clock"

module Real
  class Actor
    # Below this a clock call more or less matters, and waiting for a core is unlikely.
    SHORT_NS = 200_000

    attr_reader :name, :group, :made_together, :spans, :ended_at, :began_at, :held, :state
    attr_accessor :thread, :woken_at, :error, :pipe, :overtaken_at

    def initialize(world, name, group, made_together)
      @world = world
      @name = name
      @group = group
      @made_together = made_together
      @turn = world.turn
      @gap = world.gap
      @log = []
      @spans = Hash.new { |hash, key| hash[key] = [] }
      @held = []
      @losses = [] # when a tick took the lock away
      @stolen = [] # [until when, ns] in which it had the lock but no processor
      @began_at = @seen = Clock.now
      @log << @seen << :ready
    end

    # Everything the thread does.
    def life
      @cpu_before = Clock.cpu
      @seen = take_turn
      @log << @seen << :running
      yield
    ensure
      @ended_at = look
      @cpu = Clock.cpu - @cpu_before
      @log << @ended_at << :died
    end

    # The time; notes it if the lock was lost since the last look. `counts`: as a preemption.
    def look(counts = true)
      now = Process.clock_gettime(Clock::WALL, :nanosecond)
      @turn[0].equal?(self) ? @seen = now : lost(@seen, now, counts)
    end

    # The lock was lost between `seen` and the question whose turn it is, so before or after the
    # clock was read in between: the longer of both it is, but not past the moment at which the
    # next thread ran. The time now.
    def lost(seen, read, counts = true)
      since = read - seen > @gap ? seen : [read, @overtaken_at || read].min
      since = seen if since < seen
      now = take_turn
      @log << since << :ready << now << :running
      @losses << since if counts
      @world.over? ? sleep : @seen = now
    end

    # Native code that holds the lock, which the block runs. Nobody looks at the clock meanwhile, and
    # the lock is often gone right after it: it was held for as long as there was processor time.
    def native
      began = look
      cpu = Clock.cpu
      yield
      now = Process.clock_gettime(Clock::WALL, :nanosecond)
      return @seen = now if @turn[0].equal?(self)
      ended = [began + Clock.cpu - cpu, now].min
      lost(ended, ended)
    end

    # A wait: the block waits, is given the time at which it began, and says when that which it
    # waited for had happened. An error ends the wait too. `signal` is a `blocked` that a
    # Thread#wakeup ends.
    def wait(state)
      began = look
      @log << began << (state == :signal ? :blocked : state)
      @state = state
      ready = yield began
    ensure
      resume_at(ready)
    end

    def resume_at(ready)
      now = take_turn
      ready = now if ready.nil? || ready > now
      ready = @seen if ready < @seen
      @log << ready << :ready << now << :running
      @state = :running
      @world.over? ? sleep : @seen = now
    end

    # Computes for `ns` of this thread's processor time: time without the lock or without a core
    # does not count, and a processor that changes its speed changes nothing.
    def burn(ns)
      look
      return burn_short(ns) if ns < SHORT_NS
      goal = Process.clock_gettime(Clock::CPU, :nanosecond) + ns
      left = ns
      while left > 0
        poll_until(@seen + left)
        left = goal - Process.clock_gettime(Clock::CPU, :nanosecond)
      end
    end

    def burn_short(ns)
      poll_until(@seen + ns)
    end

    # Reads the clock until `stop`, which moves on by the time the thread is without the lock.
    def poll_until(stop)
      seen = @seen
      turn = @turn
      while seen < stop
        now = Process.clock_gettime(Clock::WALL, :nanosecond)
        if !turn[0].equal?(self)
          now = lost(seen, now)
          stop += now - seen
        elsif now - seen > @gap
          @stolen << [now, now - seen]
        end
        seen = now
      end
      @seen = seen
    end

    # For the recording: times from `origin`, nothing after `finish`.
    def report(origin, finish)
      changes = []
      @log.each_slice(2) { |time, state| changes << [time - origin, state] if time <= finish }
      ended = @ended_at && @ended_at <= finish
      running = spent(changes, :running, finish - origin)
      stolen = @stolen.map { |time, ns| time <= finish ? ns : 0 }.reduce(0, :+)
      { "name" => @name, "group" => @group, "end_ns" => ended ? @ended_at - origin : nil,
        # A thread that was stopped cannot be asked for its processor time.
        "cpu_ns" => ended ? @cpu : running - stolen,
        "lock_wait_ns" => spent(changes, :ready, finish - origin),
        "preemptions" => @losses.count { |time| time <= finish }, "stolen_ns" => stolen,
        "error" => @error, "changes" => changes }
    end

    private

    # Says that this thread runs; from when. It may lose the lock again in here, often right after
    # a wait: then another one has taken the turn since, and the later time is the true one.
    def take_turn
      loop do
        before = @turn[0]
        now = Process.clock_gettime(Clock::WALL, :nanosecond)
        before.overtaken_at ||= now if before && !before.equal?(self)
        @turn[0] = self
        now = Process.clock_gettime(Clock::WALL, :nanosecond)
        next unless @turn[0].equal?(self)
        @overtaken_at = nil
        return now
      end
    end

    def spent(changes, state, finish)
      sum = 0
      changes.each_with_index do |(time, there), index|
        sum += (changes[index + 1] ? changes[index + 1][0] : finish) - time if there == state
      end
      sum
    end
  end
end
