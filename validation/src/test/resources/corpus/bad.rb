def dangerous(text, data, object)
  eval(text) # want: rb-eval
  object.instance_eval(text) # want: rb-eval
  Kernel.eval text # want: rb-eval
  system("ls #{text}") # want: rb-system
  system text # want: rb-system
  exec(text) # want: rb-system
  IO.popen("ls #{text}") # want: rb-system
  Open3.capture2("ls " + text) # want: rb-system
  `ls #{text}` # want: rb-backticks
  %x(ls) # want: rb-backticks
  Marshal.load(data) # want: rb-marshal
  YAML.load(text) # want: rb-yaml-load
  open("| ls") # want: rb-open-pipe
  object.send(text, 1) # want: rb-send
end

password = 'tr0ub4dor3x' # want: secret-hard-coded
