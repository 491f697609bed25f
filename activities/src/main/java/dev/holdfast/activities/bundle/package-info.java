/** A task as one file that can be read, checked, compared and run again elsewhere (docs/bundle.md). */
@NullMarked
package dev.holdfast.activities.bundle;

import org.jspecify.annotations.NullMarked;
