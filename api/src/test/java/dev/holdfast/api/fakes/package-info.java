/** Stand-ins for the parts that the API needs. */
@NullMarked
package dev.holdfast.api.fakes;

import org.jspecify.annotations.NullMarked;
