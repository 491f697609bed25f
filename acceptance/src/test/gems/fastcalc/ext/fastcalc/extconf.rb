require 'mkmf'

have_header('stdint.h')
have_func('strtol', 'stdlib.h')
create_makefile('fastcalc')
