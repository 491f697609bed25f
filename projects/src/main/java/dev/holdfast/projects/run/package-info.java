/** How projects are built and tested in a sandbox. */
@NullMarked
package dev.holdfast.projects.run;

import org.jspecify.annotations.NullMarked;
