/** One small class for each ecosystem that is known. */
@NullMarked
package dev.holdfast.projects.detect.ecosystems;

import org.jspecify.annotations.NullMarked;
