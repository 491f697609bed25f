package dev.holdfast.cli.images;

import dev.holdfast.cli.CommandFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The script that does the work with images. */
public final class ImagesScript {
    private ImagesScript() {}

    static String path() {
        String root = System.getProperty("holdfast.root");
        if (root == null) {
            throw new CommandFailure("the property holdfast.root is not set: start Holdfast by its script ./holdfast");
        }
        return Path.of(root, "deploy", "scripts", "images").toString();
    }

    /** Builds a repository's own Dockerfile on this machine's engine; its progress goes to stderr. */
    public static String buildProject(Path directory, String dockerfile) {
        List<String> command = List.of(path(), "project", directory.toString(), dockerfile);
        try {
            Process script = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String image = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (script.waitFor() != 0) {
                throw new CommandFailure("the image of " + dockerfile + " could not be built, see above");
            }
            return image;
        } catch (IOException failure) {
            throw new CommandFailure("the script of images cannot be started: " + failure.getMessage());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("interrupted while an image was built");
        }
    }
}
