/** What tests said, in one model whatever tool ran them. */
@NullMarked
package dev.holdfast.projects.reports;

import org.jspecify.annotations.NullMarked;
