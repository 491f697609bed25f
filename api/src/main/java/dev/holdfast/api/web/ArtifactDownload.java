package dev.holdfast.api.web;

import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.api.files.StoredFiles;
import dev.holdfast.contract.Artifact;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.ContentDisposition;

/** Sends one artifact, whole or in part. What a task made is never shown by a browser: it is saved. */
final class ArtifactDownload {
    private final StoredFiles files;

    ArtifactDownload(StoredFiles files) {
        this.files = files;
    }

    void send(Artifact artifact, HttpServletRequest request, HttpServletResponse response) throws IOException {
        String sha256 = Objects.requireNonNull(artifact.sha256());
        String tag = "\"" + sha256 + "\"";
        describe(artifact, tag, response);
        if (tag.equals(request.getHeader("If-None-Match"))) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return;
        }
        String sameAs = request.getHeader("If-Range");
        String range = sameAs == null || sameAs.equals(tag) ? request.getHeader("Range") : null;
        Optional<RequestedRange> wanted = RequestedRange.of(range, artifact.size());
        if (wanted.isEmpty()) {
            response.setHeader("Content-Range", "bytes */" + artifact.size());
            response.setStatus(HttpServletResponse.SC_REQUESTED_RANGE_NOT_SATISFIABLE);
            return;
        }
        RequestedRange part = wanted.get();
        if (part.partial()) {
            response.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
            response.setHeader("Content-Range", part.contentRange(artifact.size()));
        }
        response.setContentLengthLong(part.range().length());
        if (!request.getMethod().equals("HEAD") && part.range().length() > 0) {
            transfer(sha256, part, response);
        }
    }

    /** Before the first byte a failure is answered as a problem; behind it the answer is cut off, which callers see. */
    private void transfer(String sha256, RequestedRange part, HttpServletResponse response) throws IOException {
        try (InputStream content = files.download(sha256, part.range())) {
            content.transferTo(response.getOutputStream());
        } catch (ArtifactException failure) {
            if (!response.isCommitted()) {
                response.reset();
            }
            throw failure;
        }
    }

    private static void describe(Artifact artifact, String tag, HttpServletResponse response) {
        String path = artifact.path();
        String name = path.substring(path.lastIndexOf('/') + 1);
        response.setContentType(artifact.contentType() == null ? "application/octet-stream" : artifact.contentType());
        response.setHeader(
                "Content-Disposition",
                ContentDisposition.attachment()
                        .filename(name, StandardCharsets.UTF_8)
                        .build()
                        .toString());
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
        response.setHeader("Accept-Ranges", "bytes");
        response.setHeader("ETag", tag);
    }
}
