package dev.holdfast.activities.bundle;

import java.util.regex.Pattern;

/** The entries of a bundle. Files of the task are named by their hash: what they are called stands in the lists. */
final class BundlePaths {
    static final String SPEC = "task/spec.json";
    static final String RESULT = "task/result.json";
    static final String ARTIFACTS = "task/artifacts.json";
    static final String WORKFLOW = "task/workflow.json";
    static final String TESTS = "task/tests.json";
    static final String USAGE = "task/usage.json";
    static final String ENVIRONMENT = "task/environment.json";
    static final String PROVENANCE = "provenance.json";
    static final String LOG = "logs/log.ndjson";
    private static final String BLOBS = "blobs/";

    private static final Pattern BLOB = Pattern.compile("blobs/[0-9a-f]{64}");

    private BundlePaths() {}

    static String blob(String sha256) {
        return BLOBS + sha256;
    }

    static boolean isBlob(String path) {
        return BLOB.matcher(path).matches();
    }

    static String hashOf(String blob) {
        return blob.substring(BLOBS.length());
    }
}
