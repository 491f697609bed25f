package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.InvalidFieldException;
import java.nio.file.Path;
import java.util.List;

/**
 * A directory of the host that the sandbox sees.
 *
 * @param source on the host; must lie under a path that the operator allows
 * @param target absolute inside the sandbox
 */
public record Mount(Path source, String target, boolean readOnly) {
    private static final List<String> RESERVED = List.of("/proc", "/sys", "/dev");

    public Mount {
        if (!source.isAbsolute()) {
            throw new InvalidFieldException("mounts.source", "'" + source + "' is not absolute");
        }
        Path normal = Path.of(target).normalize();
        if (!target.startsWith("/") || normal.getNameCount() == 0) {
            throw new InvalidFieldException("mounts.target", "'" + target + "' is not an absolute path below /");
        }
        if (target.chars().anyMatch(c -> c == ':' || c == ',' || Character.isISOControl(c))) {
            throw new InvalidFieldException(
                    "mounts.target", "'" + target + "' contains ':', ',' or a control character");
        }
        target = normal.toString();
        for (String reserved : RESERVED) {
            if (normal.startsWith(reserved)) {
                throw new InvalidFieldException("mounts.target", "'" + target + "' is reserved; choose another place");
            }
        }
    }
}
