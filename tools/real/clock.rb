# The two clocks of a run, in whole nanoseconds: time that passes, and processor time of the calling
# thread. Calls of methods cost more than the clocks, so hot loops ask Process themselves.

module Real
  module Clock
    WALL = Process::CLOCK_MONOTONIC
    # Absent on Windows; see Refusals.
    CPU = defined?(Process::CLOCK_THREAD_CPUTIME_ID) ? Process::CLOCK_THREAD_CPUTIME_ID : nil

    module_function

    def now
      Process.clock_gettime(WALL, :nanosecond)
    end

    def cpu
      Process.clock_gettime(CPU, :nanosecond)
    end
  end
end
