# Reads a scenario file and lays out one case of it as a plain program: params replaced, durations
# in whole nanoseconds, defaults filled in. `gvlsim run FILE --draws F` prints the same program (a
# test compares the two), so this reader only has to be right about right files: it refuses what it
# does not understand and leaves the finer rules to `gvlsim validate`.

require "json"
require_relative "trouble"

module Real
  class ScenarioFile
    # Keys of each operation: how its own value is read, and which others may stand beside it.
    OPERATIONS = {
      "cpu" => [:duration], "sleep" => [:sleep], "io" => [:duration], "gc" => [:duration],
      "c_call" => [:duration, "release" => :truth],
      "repeat" => [:times, "do" => :block], "choose" => [:branches],
      "spawn" => [:name, "count" => :count],
      "join" => [:name, "timeout" => :duration, "otherwise" => :otherwise],
      "lock" => [:name], "unlock" => [:name], "synchronize" => [:name, "do" => :block],
      "wait" => [:name, "mutex" => :name, "while_empty" => :name, "timeout" => :duration,
                 "otherwise" => :otherwise],
      "signal" => [:name], "broadcast" => [:name],
      "push" => [:name], "close" => [:name],
      "pop" => [:name, "timeout" => :duration, "otherwise" => :otherwise],
      "pass" => [:truth], "priority" => [:count], "wakeup" => [:name],
      "submit" => [:name, "do" => :block, "count" => :count, "as" => :name],
      "await" => [:name], "mark" => [:name], "span" => [:name, "do" => :block]
    }.freeze
    REQUIRED = { "repeat" => %w[do], "synchronize" => %w[do], "wait" => %w[mutex],
                 "submit" => %w[do], "span" => %w[do] }.freeze
    DEFAULTS = { "release" => false, "otherwise" => "continue" }.freeze
    UNITS = { "ns" => 1, "us" => 10**3, "ms" => 10**6, "s" => 10**9, "min" => 60 * 10**9 }.freeze
    RUNTIME = %w[model quantum platform seed].freeze

    def initialize(text, name, settings = {})
      @name = name
      @settings = settings
      @trouble = Trouble.new(name)
      @file = parse(text)
      @trouble.raise_if_any
      check_file
    end

    def cases
      names = [""]
      names = list("cases").map { |entry| entry["name"].to_s } if @file.key?("cases")
      axes.each do |key, values|
        names = names.product(values).map do |name, value|
          label = "#{key}=#{value.is_a?(String) ? value : JSON.generate([value])[1..-2]}"
          name.empty? ? label : "#{name}, #{label}"
        end
      end
      names
    end

    # The program of the case of this name; of a file without cases: of "".
    def program(name)
      index = cases.index(name) || refuse_case(name)
      @params = params_of(index)
      program = layout(name)
      @trouble.raise_if_any
      program
    end

    # As the shell gives it: JSON if it is JSON, else a text.
    def self.setting(text)
      JSON.parse("[#{text}]").first
    rescue JSON::ParserError
      text
    end

    private

    def parse(text)
      JSON.parse(without_comments(text), max_nesting: false)
    rescue JSON::ParserError => error
      @trouble.add("", "is not JSON: #{error.message.lines.first.to_s.strip}")
      {}
    end

    # Takes // and /* */ away, but not within strings; a line of a comment stays a line.
    def without_comments(text)
      text.gsub(%r{"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/}m) do |piece|
        piece.start_with?("/") ? piece.gsub(/[^\n]/, " ") : piece
      end
    end

    def check_file
      if !@file.is_a?(Hash)
        @trouble.add("", "is no scenario: expected an object")
      else
        @trouble.add("/format", "must be 1") unless @file["format"] == 1
        @trouble.add("", "needs `threads` or `main`") unless @file["threads"] || @file["main"]
        @trouble.add("/runtime", "needs a `model`") unless @file["runtime"].is_a?(Hash)
        known = (@file["params"] || {}).keys + RUNTIME
        (@settings.keys - known).each { |key| @trouble.add("", "--set #{key}: no such param") }
      end
      @trouble.raise_if_any
    end

    def list(key)
      @file[key] || []
    end

    def axes
      (@file["matrix"] || {}).to_a
    end

    def refuse_case(name)
      known = cases.reject(&:empty?)
      if name.empty?
        @trouble.add("", "has #{known.size} cases; choose one with --case NAME: " +
                         known.join(" | "))
      elsif known.empty?
        @trouble.add("", "has no cases, so none is called #{name.inspect}")
      else
        @trouble.add("", "has no case #{name.inspect}; there are: #{known.join(' | ')}")
      end
      @trouble.raise_if_any
    end

    # Later ones win: the file, the entry of `cases`, the matrix (first key outermost), --set.
    def params_of(index)
      params = (@file["params"] || {}).dup
      grid = axes.map { |_, values| values.size }.inject(1, :*)
      params.merge!(list("cases")[index / grid]["params"] || {}) if @file.key?("cases")
      block = grid
      axes.each do |key, values|
        within = index % block
        block /= values.size
        params[key] = values[within / block]
      end
      params.merge!(@settings)
    end

    # "$x" stands for the param, "$$x" for the text "$x".
    def resolve(value, place, depth = 0)
      return value unless value.is_a?(String) && value.start_with?("$")
      return value[1..-1] if value.start_with?("$$")
      return value unless value =~ /\A\$[A-Za-z0-9_]+\z/
      return complain(place, "there is no param #{value}") unless @params.key?(value[1..-1])
      return complain(place, "params refer to each other in a cycle: #{value}") if depth > 100
      resolve(@params[value[1..-1]], place, depth + 1)
    end

    def complain(place, message)
      @trouble.add(place, message)
      nil
    end

    def layout(name)
      runtime = @file["runtime"]
      given = ->(key, default) { resolve(@params.fetch(key, default), "/runtime/#{key}") }
      quantum = given.call("quantum", runtime["quantum"])
      @queues = {}
      program = {
        "gvlsim_program" => 1,
        "scenario" => @file["name"] || File.basename(@name, ".json"), "case" => name,
        "seed" => given.call("seed", @file["seed"] || 1),
        "model" => given.call("model", runtime["model"]),
        "quantum" => quantum && duration(quantum, "/runtime/quantum")
      }
      declared = resolve(@file["queues"] || {}, "/queues") || {}
      declared.each { |key, queue| @queues[key] = resolve(queue, "/queues")["max"] || 0 }
      program["threads"] = threads
      program["main"] = main(program["threads"])
      program["queues"] = @queues
      program["pools"] = pools
      program["stop"] = stop
      program
    end

    def threads
      written = resolve(@file["threads"] || [], "/threads") || []
      written.each_with_index.map do |entry, index|
        place = "/threads/#{index}"
        entry = resolve(entry, place) || {}
        start = resolve(entry["start"] || 0, place)
        { "name" => resolve(entry["name"], place), "count" => resolve(entry["count"], place),
          "priority" => resolve(entry["priority"], place), "start" => duration(start, place),
          "do" => block(entry["do"], "#{place}/do") }
      end
    end

    # Without a main of its own a scenario creates all threads and joins them, in file order.
    def main(threads)
      return block(resolve(@file["main"], "/main")["do"], "/main/do") if @file["main"]
      names = threads.map { |thread| thread["name"] }
      names.map { |name| { "spawn" => name } } + names.map { |name| { "join" => name } }
    end

    def pools
      written = resolve(@file["pools"] || {}, "/pools") || {}
      result = {}
      written.each do |name, settings|
        place = "/pools/#{name}"
        pool = resolve(settings, place) || {}
        get = ->(key, default) { resolve(pool.fetch(key, default), "#{place}/#{key}") }
        fixed = get.call("kind", nil) == "fixed"
        result[name] = {
          "min" => fixed ? get.call("threads", 1) : get.call("min", 0),
          "max" => fixed ? get.call("threads", 1) : get.call("max", 2**31 - 1),
          "queue" => get.call("queue", 0), "idle" => duration(get.call("idle", "60s"), place),
          "fallback" => get.call("fallback", "abort")
        }
      end
      result
    end

    def stop
      written = resolve(@file["stop"] || {}, "/stop") || {}
      at = resolve(written["at"], "/stop/at")
      { "at" => at && duration(at, "/stop/at"), "when" => resolve(written["when"], "/stop/when") }
    end

    def block(value, place)
      steps = resolve(value, place)
      return complain(place, "expected a list of operations") || [] unless steps.is_a?(Array)
      steps.each_with_index.map { |step, index| step(step, "#{place}/#{index}") }.compact
    end

    def step(value, place)
      step = resolve(value, place)
      return complain(place, "expected an operation") unless step.is_a?(Hash)
      # `wait` has a key `mutex`, and so on: the operation is the key that no other one explains.
      names = step.keys.select { |key| OPERATIONS.key?(key) }
      return complain(place, "unknown operation #{step.keys.inspect}") if names.empty?
      kind, others = OPERATIONS[names.first]
      result = { names.first => read(kind, step[names.first], "#{place}/#{names.first}") }
      (REQUIRED[names.first] || []).each do |key|
        complain(place, "#{names.first}: `#{key}` is missing") unless step.key?(key)
      end
      (step.keys - [names.first]).each do |key|
        other = (others || {})[key]
        next complain(place, "#{names.first}: unknown key `#{key}`") if other.nil?
        result[key] = read(other, step[key], "#{place}/#{key}")
      end
      note_queues(result)
      result.reject { |key, read| DEFAULTS.key?(key) && DEFAULTS[key] == read }
    end

    def note_queues(step)
      %w[push pop close while_empty].each { |key| @queues[step[key]] ||= 0 if step.key?(key) }
    end

    def read(kind, value, place)
      return block(value, place) if kind == :block
      value = resolve(value, place)
      case kind
      when :duration then quantity(value, place)
      when :sleep then value == "forever" ? value : quantity(value, place)
      when :times then times(value, place)
      when :branches then branches(value, place)
      when :count then value.is_a?(Integer) ? value : complain(place, "expected a whole number")
      when :truth then value == true || value == false ? value : complain(place, "expected true")
      when :otherwise
        %w[continue end raise].include?(value) ? value : complain(place, "unknown #{value.inspect}")
      else value.is_a?(String) ? value : complain(place, "expected a name")
      end
    end

    def times(value, place)
      return value if value == "forever" || value.is_a?(Integer)
      split = value.is_a?(Hash) && resolve(value["split"], place)
      split ? { "split" => split } : complain(place, "expected a number, \"forever\" or a split")
    end

    def branches(value, place)
      return complain(place, "expected a list of branches") unless value.is_a?(Array)
      value.each_with_index.map do |branch, index|
        branch = resolve(branch, place) || {}
        { "weight" => (resolve(branch["weight"], place) || 1).to_f,
          "do" => block(branch["do"], "#{place}/#{index}/do") }
      end
    end

    def quantity(value, place)
      return duration(value, place) unless value.is_a?(Hash)
      kind = (value.keys - ["weights"]).first
      body = resolve(value[kind], place)
      inner = ->(key) { duration(resolve(body[key], place), "#{place}/#{kind}/#{key}") }
      case kind
      when "exponential" then { kind => { "mean" => inner.call("mean") } }
      when "normal" then { kind => { "mean" => inner.call("mean"), "sd" => inner.call("sd") } }
      when "lognormal"
        sigma = resolve(body["sigma"], place).to_f
        { kind => { "median" => inner.call("median"), "sigma" => sigma } }
      when "uniform" then { kind => lengths(body, place) }
      when "choice", "empirical"
        weights = resolve(value["weights"], place) || [1] * body.size
        { "choice" => lengths(body, place),
          "weights" => weights.map { |weight| resolve(weight, place).to_f } }
      else complain(place, "unknown distribution #{kind.inspect}")
      end
    end

    def lengths(values, place)
      values.map { |value| duration(resolve(value, place), place) }
    end

    # "12.5ms" or nanoseconds; exact.
    def duration(value, place)
      return value if value.is_a?(Integer) && value >= 0
      match = /\A(\d+)(?:\.(\d+))?(ns|us|ms|s|min)\z/.match(value.to_s)
      return complain(place, "expected a duration like \"12.5ms\", not #{value.inspect}") if !match
      length = Rational("#{match[1]}.#{match[2] || 0}") * UNITS[match[3]]
      return complain(place, "#{value}: no part of a nanosecond") unless length.denominator == 1
      length.to_i
    end
  end
end
