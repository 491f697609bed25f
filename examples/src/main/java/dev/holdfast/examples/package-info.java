/** The Java SDK: one program for each way to use it. */
@NullMarked
package dev.holdfast.examples;

import org.jspecify.annotations.NullMarked;
