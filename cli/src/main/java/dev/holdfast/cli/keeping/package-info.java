/** What remains of tasks: statistics, pins and retention. */
@NullMarked
package dev.holdfast.cli.keeping;

import org.jspecify.annotations.NullMarked;
