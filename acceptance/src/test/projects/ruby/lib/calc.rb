def add(first, second)
  first + second
end
