/** Secrets: where their values come from, and how they reach a step and nothing else. */
@NullMarked
package dev.holdfast.activities.secrets;

import org.jspecify.annotations.NullMarked;
