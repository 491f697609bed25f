# eval(text) and system("ls") are only words here
def harmless(text, object)
  puts 'eval(text)', "system(x)"
  system('ls', text)
  Open3.capture2('ls', text)
  JSON.parse(text)
  YAML.safe_load(text)
  object.send(:name)
  object.instance_eval { name }
  object.evaluate(text)
  Marshal.dump(object)
  File.open('x')
end

password = ENV['PASSWORD']
password = ENV.fetch('PASSWORD', 'changeme')
