package dev.holdfast.api.web;

import dev.holdfast.api.tasks.HistoryUnavailable;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers that are written while they come to be. The request's own (virtual) thread writes them. */
final class Streaming {
    private static final Logger log = LoggerFactory.getLogger(Streaming.class);

    private Streaming() {}

    /** Writes to the answer. */
    interface Writing {
        void to(OutputStream out) throws IOException;
    }

    /** Nothing is sent before the first write, so what fails before it is still answered as a problem. */
    static void until(HttpServletResponse response, String contentType, Writing writing) throws IOException {
        response.setContentType(contentType);
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        try {
            writing.to(response.getOutputStream());
            response.flushBuffer();
        } catch (IOException gone) {
            log.debug("a reader went away: {}", gone.getMessage());
        } catch (HistoryUnavailable down) {
            if (!response.isCommitted()) {
                response.reset();
                throw down;
            }
            // The reader sees a stream without its end, and comes back to where it was.
            log.warn("{} while it was followed", down.getMessage());
        }
    }
}
