/** {@code holdfast doctor}: looks at what Holdfast needs on this machine, and says what to do about what is missing. */
@NullMarked
package dev.holdfast.cli.doctor;

import org.jspecify.annotations.NullMarked;
