Gem::Specification.new do |spec|
  spec.name = 'fastcalc'
  spec.version = '1.0.0'
  spec.summary = 'Adds in C: a gem that has to be compiled'
  spec.authors = ['Acme']
  spec.license = 'Apache-2.0'
  spec.files = ['ext/fastcalc/extconf.rb', 'ext/fastcalc/fastcalc.c']
  spec.extensions = ['ext/fastcalc/extconf.rb']
end
