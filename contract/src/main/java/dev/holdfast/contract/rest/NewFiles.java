package dev.holdfast.contract.rest;

import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.InvalidFieldException;
import java.util.List;

/** Files for an open task. */
public record NewFiles(List<InputFile> files) {
    public NewFiles {
        if (files == null || files.isEmpty()) {
            throw new InvalidFieldException("files", "is missing");
        }
        files = List.copyOf(files);
    }
}
