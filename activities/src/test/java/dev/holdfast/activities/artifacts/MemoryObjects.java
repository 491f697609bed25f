package dev.holdfast.activities.artifacts;

import dev.holdfast.activities.artifacts.s3.TestBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Named objects in memory. */
public final class MemoryObjects implements NamedObjects {
    final Map<String, byte[]> stored = new ConcurrentHashMap<>();

    @Override
    public BlobRef store(String name, Content content) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        content.writeTo(output);
        stored.put(name, output.toByteArray());
        return new BlobRef(TestBytes.sha256(output.toByteArray()), output.size());
    }

    @Override
    public Optional<InputStream> open(String name) {
        return Optional.ofNullable(stored.get(name)).map(ByteArrayInputStream::new);
    }

    @Override
    public void remove(String name) {
        stored.remove(name);
    }
}
