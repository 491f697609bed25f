#include <ruby.h>

static VALUE add(VALUE self, VALUE first, VALUE second) {
  return LONG2NUM(NUM2LONG(first) + NUM2LONG(second));
}

void Init_fastcalc(void) {
  rb_define_singleton_method(rb_define_module("Fastcalc"), "add", add, 2);
}
