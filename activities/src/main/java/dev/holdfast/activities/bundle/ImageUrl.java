package dev.holdfast.activities.bundle;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An image as a package URL: {@code pkg:docker/NAME@DIGEST?repository_url=HOST&tag=TAG}. */
final class ImageUrl {
    /** A registry has a dot or a port in its name, or is this machine. */
    private static final Pattern REFERENCE =
            Pattern.compile("(?:(?<host>localhost|[^/]*[.:][^/]*)/)?(?<name>[^@:]+)(?::(?<tag>[^@]+))?(?:@.*)?");

    private ImageUrl() {}

    static String of(String image, String digest) {
        Matcher parts = REFERENCE.matcher(image);
        if (!parts.matches()) {
            return "pkg:docker/" + encoded(image) + "@" + encoded(digest);
        }
        StringBuilder url = new StringBuilder("pkg:docker/")
                .append(parts.group("name").toLowerCase(Locale.ROOT))
                .append('@')
                .append(encoded(digest));
        String separator = "?";
        if (parts.group("host") != null) {
            url.append(separator).append("repository_url=").append(encoded(parts.group("host")));
            separator = "&";
        }
        if (parts.group("tag") != null) {
            url.append(separator).append("tag=").append(encoded(parts.group("tag")));
        }
        return url.toString();
    }

    private static String encoded(String text) {
        return text.replace("%", "%25")
                .replace(":", "%3A")
                .replace("/", "%2F")
                .replace("?", "%3F")
                .replace("@", "%40");
    }
}
