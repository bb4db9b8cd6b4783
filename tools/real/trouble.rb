# What is wrong with a request, told all at once.

module Real
  class Refused < StandardError; end

  class Trouble
    def initialize(name)
      @name = name
      @found = []
    end

    def add(place, message)
      @found << "#{@name}#{place.empty? ? '' : ':'}#{place}: #{message}"
    end

    def raise_if_any
      raise Refused, @found.uniq.join("\n") unless @found.empty?
    end
  end
end
