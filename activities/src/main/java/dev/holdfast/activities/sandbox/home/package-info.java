/** What adapters share on this host: directories, the supervisor's binary, workspaces. */
@NullMarked
package dev.holdfast.activities.sandbox.home;

import org.jspecify.annotations.NullMarked;
