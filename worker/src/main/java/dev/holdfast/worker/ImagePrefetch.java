package dev.holdfast.worker;

import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.task.Sandboxes;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TaskSpec;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings images here before the first task asks for them, so that it does not wait for a pull. */
final class ImagePrefetch {
    private static final Logger log = LoggerFactory.getLogger(ImagePrefetch.class);

    private final Sandboxes sandboxes;
    private final List<String> images;

    ImagePrefetch(Sandboxes sandboxes, List<String> images) {
        this.sandboxes = sandboxes;
        this.images = List.copyOf(images);
    }

    /** One after the other; one that cannot be had does not keep the next from coming. */
    void run() {
        for (String image : images) {
            try {
                Sandboxes.Choice choice = sandboxes.choose(TaskSpec.of().withImage(image.strip()), Progress.NONE);
                if (choice.executor() == Executor.LOCAL) {
                    log.warn("image {} was not brought: {}", image, choice.reason());
                } else {
                    log.info("image {} is here", image);
                }
            } catch (SandboxException | InvalidFieldException failed) {
                log.warn("image {} was not brought: {}", image, failed.getMessage());
            }
        }
    }
}
