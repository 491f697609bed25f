package dev.holdfast.api.web;

import dev.holdfast.contract.rest.Role;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The role for an operation where it is not the usual one: read to look, submit to change. */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@interface Needs {
    Role value();
}
