package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.Mount;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.home.SandboxDirectory;
import dev.holdfast.activities.sandbox.home.User;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that a container is made of.
 *
 * @param user whom steps run as
 * @param network the engine's word for it
 * @param mounts with real paths; one at the workspace's place takes the place of a fresh one
 * @param environment what tells tools where things are; the request's own wins
 */
record ContainerParts(
        SandboxRequest request,
        SandboxDirectory directory,
        Image image,
        User user,
        String network,
        @Nullable String runtime,
        List<Mount> mounts,
        Map<String, String> environment,
        Map<String, String> labels) {
    ContainerParts withNetwork(String newNetwork) {
        return new ContainerParts(request, directory, image, user, newNetwork, runtime, mounts, environment, labels);
    }
}
