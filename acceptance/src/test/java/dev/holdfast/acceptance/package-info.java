/** Tests of everything together, as a user meets it. One real stack serves all of them. */
@NullMarked
package dev.holdfast.acceptance;

import org.jspecify.annotations.NullMarked;
