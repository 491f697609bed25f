package dev.holdfast.api.access;

import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.rest.Role;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a request.
 *
 * @param name for the audit; never the token itself
 * @param project the only one that the caller sees; all when null
 */
public record Caller(String name, Role role, @Nullable ProjectId project) {
    /** The request attribute that carries the caller. */
    public static final String ATTRIBUTE = "dev.holdfast.caller";

    public boolean sees(ProjectId other) {
        return project == null || project.equals(other);
    }

    /** @throws Forbidden when the role does not include that one */
    public void require(Role needed) {
        if (!role.includes(needed)) {
            throw new Forbidden("the token may " + role.json() + "; this needs one that may " + needed.json());
        }
    }

    /** @throws Forbidden when the caller is confined to another project */
    public void requireProject(ProjectId wanted) {
        if (!sees(wanted)) {
            throw new Forbidden("the token is for project '" + project + "' and not for '" + wanted + "'");
        }
    }
}
