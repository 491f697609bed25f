require 'fastcalc'

def add(first, second)
  Fastcalc.add(first, second)
end
