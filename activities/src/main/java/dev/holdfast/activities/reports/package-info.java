/** What the tests of a task said, read from the reports among its artifacts. */
@NullMarked
package dev.holdfast.activities.reports;

import org.jspecify.annotations.NullMarked;
