package dev.holdfast.workflows;

import dev.holdfast.contract.InputFile;
import java.util.List;

/** More files for an open task. */
public record FilesRequest(List<InputFile> files) {}
