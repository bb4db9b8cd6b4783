# Blocking IO that takes as long as it should: a thread asks another process for an answer at a
# given time and reads a pipe of its own. Asking does not let go of the lock (write_nonblock calls
# write(2) with it), reading does, once. The answer is the time at which it was written.

require_relative "clock"

module Real
  class Answerer
    MOST_THREADS = 400
    REQUEST = "L@8q" # who, when
    SIZE = 16

    def initialize
      requests, @requests = IO.pipe
      pipes = Array.new(MOST_THREADS) { IO.pipe }
      @readers = pipes.map(&:first)
      @free = (0...MOST_THREADS).to_a.reverse
      fork do # ends with this process, which holds the other end of `requests`
        Signal.trap("INT", "IGNORE")
        @requests.close
        @readers.each(&:close)
        serve(requests, pipes.map(&:last))
        exit!(0)
      end
      requests.close
      pipes.each { |pipe| pipe.last.close }
    end

    # Blocks for `ns`, from now on; when the answer was written.
    def wait(actor, ns)
      actor.pipe ||= @free.pop
      raise "more than #{MOST_THREADS} threads in IO" unless actor.pipe
      request = [actor.pipe, Clock.now + ns].pack(REQUEST)
      sent = @requests.write_nonblock(request, exception: false)
      @requests.write(request) if sent == :wait_writable
      @readers[actor.pipe].readpartial(8).unpack("q").first
    end

    # Of a thread that has ended.
    def release(actor)
      @free.push(actor.pipe) if actor.pipe
      actor.pipe = nil
    end

    private

    def serve(requests, answers)
      due = []
      loop do
        rest = due.empty? ? nil : [(due.first[0] - Clock.now) / 1e9, 0].max
        if IO.select([requests], nil, nil, rest)
          text = requests.readpartial(SIZE * 256)
          text << requests.readpartial(SIZE - text.size % SIZE) while text.size % SIZE != 0
          0.step(text.size - 1, SIZE) do |at|
            who, time = text[at, SIZE].unpack(REQUEST)
            due << [time, who]
          end
          due.sort!
        end
        now = Clock.now
        while !due.empty? && due.first[0] <= now
          answers[due.shift[1]].syswrite([now].pack("q"))
        end
      end
    rescue EOFError, Errno::EPIPE
      nil # the run is over
    end
  end
end
