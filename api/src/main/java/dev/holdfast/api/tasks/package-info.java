/** What the API can do with tasks, without a word about HTTP. */
@NullMarked
package dev.holdfast.api.tasks;

import org.jspecify.annotations.NullMarked;
