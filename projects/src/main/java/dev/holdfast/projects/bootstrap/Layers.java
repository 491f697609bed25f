package dev.holdfast.projects.bootstrap;

import dev.holdfast.projects.detect.Evidence;
import dev.holdfast.projects.detect.Project;
import java.util.List;

/** Pieces that all of them are put together from. They hold on Debian and on Alpine, whose tools are BusyBox's. */
final class Layers {
    static final String HOME = "/home/app";
    private static final String COPY = "COPY --chown=1000:1000 ";

    private Layers() {}

    /** @param asRoot further commands that only root may do, each a line that ends */
    static String head(Project project, Base base, String asRoot) {
        StringBuilder head = new StringBuilder("# Written by 'holdfast bootstrap'. Because:\n");
        for (Evidence evidence : project.evidence()) {
            head.append("#   ").append(evidence).append('\n');
        }
        head.append("# ").append(base.because()).append(".\n");
        head.append("ARG BASE=").append(base.image()).append('\n');
        head.append("FROM ${BASE}\n");
        // What the base would do before each command is meant for its own user.
        head.append("ENTRYPOINT []\n");
        head.append("USER 0\n");
        head.append("RUN install -d -o 1000 -g 1000 /app ").append(HOME).append('\n');
        head.append(asRoot);
        head.append("ENV HOME=").append(HOME).append('\n');
        head.append("USER 1000:1000\n");
        head.append("WORKDIR /app\n");
        return head.toString();
    }

    /** Files that the dependencies are told by, each to its own place; a glob may find none. */
    static String manifests(String atRoot, List<String> below) {
        StringBuilder lines = new StringBuilder(COPY).append(atRoot).append(" ./\n");
        for (String path : below) {
            lines.append(COPY)
                    .append("[\"")
                    .append(path)
                    .append("\", \"")
                    .append(path, 0, path.lastIndexOf('/') + 1)
                    .append("\"]\n");
        }
        return lines.toString();
    }

    static String code() {
        return COPY + ". .\n";
    }

    /**
     * Runs a line with a cache that stays out of the image, at a place of its own: where it was mounted a directory of root's
     * is left. The certificates of the secret ca are trusted if they are given.
     */
    static String run(String cache, String line) {
        return "RUN --mount=type=cache,target=" + cache + ",uid=1000,gid=1000 \\\n"
                + "    --mount=type=secret,id=ca,uid=1000 \\\n"
                + "    if [ -s /run/secrets/ca ]; then for name in SSL_CERT_FILE PIP_CERT REQUESTS_CA_BUNDLE"
                + " NODE_EXTRA_CA_CERTS; do export $name=/run/secrets/ca; done; fi \\\n"
                + " && " + line + "\n";
    }
}
