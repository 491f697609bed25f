package dev.holdfast.contract.rest;

import java.util.List;

/** The images that projects get when they name none. */
public record ImageList(List<Image> images) {
    /**
     * @param ecosystem whose projects get it
     * @param image as a task names it
     */
    public record Image(String ecosystem, String image) {}
}
