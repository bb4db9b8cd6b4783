# A built-in that holds the lock and looks at no interrupts until it is done: Array#index (array.c,
# rb_ary_index) compares equally long strings that differ in their last byte, one memcmp after the
# other. The array holds one string over and over, so the time is as long as the array and the
# memory 8 bytes for a few microseconds.

require_relative "clock"

module Real
  class Native
    BYTES = 65_536

    attr_reader :ns_each

    def initialize
      @searched = "a" * BYTES
      @other = "a" * (BYTES - 1) + "b"
      @ns_each = calibrate
    end

    def run(ns)
      count = (ns / @ns_each).round
      Array.new(count, @other).index(@searched)
    end

    private

    # The median: neither what the cache nor what other processes do to one of them.
    def calibrate
      many = Array.new(1_000, @other)
      times = Array.new(15) do
        before = Clock.now
        many.index(@searched)
        (Clock.now - before) / many.size.to_f
      end
      times.sort[times.size / 2]
    end
  end
end
