package dev.holdfast.cli.doctor;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which escapes from a container a version of runc is known for, by upstream's numbers. */
final class RuncAdvisories {
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");

    private RuncAdvisories() {}

    /** What is known against this version; distributions mend without changing upstream's number. */
    static Optional<String> against(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int minor = Integer.parseInt(matcher.group(2));
        int patch = Integer.parseInt(matcher.group(3));
        if (!matcher.group(1).equals("1")) {
            return Optional.empty();
        }
        if (minor < 1 || (minor == 1 && patch < 12)) {
            return Optional.of("CVE-2024-21626 and the mount races of November 2025 (CVE-2025-31133, -52565, -52881)");
        }
        boolean mended = minor > 3 || (minor == 3 && patch >= 3) || (minor == 2 && patch >= 8);
        return mended ? Optional.empty() : Optional.of("CVE-2025-31133, CVE-2025-52565 and CVE-2025-52881");
    }
}
