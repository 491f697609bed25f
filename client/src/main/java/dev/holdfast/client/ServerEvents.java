package dev.holdfast.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads a stream of server-sent events. */
final class ServerEvents {
    private final BufferedReader lines;
    private String lastId = "";

    /**
     * @param id of this event, or of the last one before it that had any
     */
    record Event(String id, String name, String data) {}

    ServerEvents(InputStream stream) {
        lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    /** The next event; null when the stream ended. An event that the stream's end cut off is not reported. */
    @Nullable Event next() throws IOException {
        String name = "message";
        StringBuilder data = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.isEmpty()) {
                if (data.length() > 0) {
                    return new Event(lastId, name, data.toString());
                }
                name = "message";
                continue;
            }
            int colon = line.indexOf(':');
            String field = colon < 0 ? line : line.substring(0, colon);
            String value = colon < 0 ? "" : line.substring(colon + 1);
            value = value.startsWith(" ") ? value.substring(1) : value;
            switch (field) {
                case "event" -> name = value;
                case "id" -> lastId = value;
                case "data" -> data.append(data.length() == 0 ? "" : "\n").append(value);
                default -> {} // comments keep the connection alive; other fields are not for us
            }
        }
        return null;
    }
}
