package dev.holdfast.api.web;

import dev.holdfast.api.access.Caller;
import dev.holdfast.api.files.StoredFiles;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.rest.StoredFile;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** A task and its files in one form: {@code spec} once, {@code file} and {@code archive} any number of times. */
final class MultipartTasks {
    private static final String WORKSPACE = ".";

    private final StoredFiles files;

    MultipartTasks(StoredFiles files) {
        this.files = files;
    }

    Bodies.TaskBody read(HttpServletRequest request, Caller caller) throws IOException, ServletException {
        Part spec = request.getPart("spec");
        if (spec == null) {
            throw new InvalidFieldException("spec", "is missing; give the task as JSON in a part of this name");
        }
        Bodies.TaskBody body;
        try (InputStream json = spec.getInputStream()) {
            body = Bodies.task(json, spec.getSize(), caller);
        }
        List<InputFile> brought = new ArrayList<>(body.spec().files());
        for (Part part : request.getParts()) {
            switch (part.getName()) {
                case "spec" -> {}
                case "file" -> brought.add(new InputFile(path(part), null, null, stored(part, caller), false, false));
                case "archive" -> brought.add(InputFile.upload(WORKSPACE, stored(part, caller), true));
                default ->
                    throw new InvalidFieldException(
                            part.getName(), "is not a known part; known are spec, file, archive");
            }
        }
        return body.withSpec(body.spec().withFiles(brought));
    }

    /** The name is a path in the workspace; the contract's own checks keep it there. */
    private static String path(Part part) {
        String name = part.getSubmittedFileName();
        if (name == null || name.isEmpty()) {
            throw new InvalidFieldException("file", "has no filename; it is the file's path in the workspace");
        }
        return name;
    }

    private String stored(Part part, Caller caller) throws IOException {
        try (InputStream content = part.getInputStream()) {
            StoredFile file = files.upload(content, part.getSize(), caller);
            return file.sha256();
        }
    }
}
