package dev.holdfast.cli.images;

import dev.holdfast.cli.CommandFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Golden images: the work is done by a script, which operators can call without Holdfast. */
@Command(
        name = "images",
        mixinStandardHelpOptions = true,
        description = {
            "Golden images of this machine's engine, described under deploy/images.",
            "  build [NAME]...  builds all or some, two at a time; unchanged ones are kept",
            "  list             what there is, with tags, sizes and whether it is as described",
            "  pull [NAME]...   from the registry that HOLDFAST_IMAGES_PREFIX names",
            "  prune            removes tags of earlier descriptions",
            "  scan [NAME]...   pending updates, set-user-id files, the user; exits 1 on a finding"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast images list", "  holdfast images build python node", "  holdfast images scan"})
public final class ImagesCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "ACTION", description = "build, list, pull, prune or scan")
    String action = "";

    @Parameters(index = "1..*", paramLabel = "NAME", description = "python, node, java, go, ruby, php, rust")
    List<String> names = List.of();

    @Override
    public Integer call() throws InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ImagesScript.path());
        command.add(action);
        command.addAll(names);
        try {
            return new ProcessBuilder(command).inheritIO().start().waitFor();
        } catch (IOException failure) {
            throw new CommandFailure("the script of images cannot be started: " + failure.getMessage());
        }
    }
}
