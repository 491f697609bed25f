/** What a task leaves behind as files, and what it is given: content-addressed blobs. Ports here, S3 below. */
@NullMarked
package dev.holdfast.activities.artifacts;

import org.jspecify.annotations.NullMarked;
