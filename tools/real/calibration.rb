# What this machine and this Ruby cost when nothing else runs: measured before the runs, written
# into the recording, so that a reader can see how far to trust it.

require_relative "clock"
require_relative "world"

module Real
  module Calibration
    NS_PER_MS = 1_000_000

    module_function

    # How fast a computing thread looks at the clock, how large the gaps between two looks are, and
    # how much a burst of 50 ms really takes.
    def measure(native)
      gaps = spin(100 * NS_PER_MS)
      gap = [20 * quantile(gaps, 0.5), 2 * quantile(gaps, 0.999), 50_000].max
      bursts = bursts(gap)
      { "method" => "thread CPU clock", "loops_per_ms" => (gaps.size / 100.0).round(1),
        "gap_ns" => gap.round, "cpu_alone_ms" => (median(bursts.map(&:first)) / 1e6).round(6),
        "wall_alone_ms" => (median(bursts.map(&:last)) / 1e6).round(6),
        "cpu_scale" => (median(bursts.map(&:first)) / (50.0 * NS_PER_MS)).round(6),
        "c_call_ns_per_compare" => native && native.ns_each.round(3) }
    end

    # What the machine does to threads that nobody disturbs: lateness of short sleeps, and how long
    # a computing one is without its core.
    def noise(samples)
      late = Array.new(samples) do
        before = Clock.now
        sleep(0.001)
        (Clock.now - before) / 1e3 - 1000
      end
      gaps = spin(200 * NS_PER_MS).select { |gap| gap > 20_000 }.map { |gap| gap / 1e3 }
      { "samples" => samples, "sleep_1ms_overshoot_us" => spread(late),
        "spin_gap_us" => spread(gaps).merge("count" => gaps.size, "over" => 20.0,
                                            "total" => gaps.inject(0.0, :+).round(3)) }
    end

    # All gaps between two looks at the clock.
    def spin(ns)
      last = Clock.now
      stop = last + ns
      gaps = []
      while last < stop
        now = Process.clock_gettime(Clock::WALL, :nanosecond)
        gaps << now - last
        last = now
      end
      gaps
    end

    # [processor time, time] of computing 50 ms, three times, by the very code that runs do it with.
    def bursts(gap)
      empty = { "threads" => [], "queues" => {}, "pools" => {}, "stop" => {}, "main" => [] }
      world = World.new(empty, { "gap_ns" => gap }, nil)
      actor = Actor.new(world, "calibration", "main", 1)
      actor.resume_at(Clock.now)
      Array.new(3) do
        cpu = Clock.cpu
        wall = Clock.now
        actor.burn(50 * NS_PER_MS)
        [Clock.cpu - cpu, Clock.now - wall]
      end
    end

    def spread(values)
      return { "median" => nil, "p99" => nil, "max" => nil } if values.empty?
      { "median" => median(values).round(3), "p99" => quantile(values, 0.99).round(3),
        "max" => values.max.round(3) }
    end

    def median(values)
      quantile(values, 0.5)
    end

    # Nearest rank.
    def quantile(values, share)
      sorted = values.sort
      sorted[[(share * sorted.size).ceil - 1, 0].max]
    end
  end
end
