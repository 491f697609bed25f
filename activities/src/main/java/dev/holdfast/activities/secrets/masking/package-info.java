/** Takes the values of secrets out of what commands write. */
@NullMarked
package dev.holdfast.activities.secrets.masking;

import org.jspecify.annotations.NullMarked;
