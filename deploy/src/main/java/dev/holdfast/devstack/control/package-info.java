/**
 * What another process needs in order to start, find and stop a stack: used by the stack and by the command line, so it
 * depends on nothing but the JDK and Jackson.
 */
@NullMarked
package dev.holdfast.devstack.control;

import org.jspecify.annotations.NullMarked;
