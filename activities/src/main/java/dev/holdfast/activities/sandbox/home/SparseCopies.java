package dev.holdfast.activities.sandbox.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Copies of large files that are nearly all holes. What they do have is a few blocks, which are remembered. */
final class SparseCopies {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final long MOST_REMEMBERED = 4 << 20;

    private final Map<Path, Optional<Blocks>> known = new ConcurrentHashMap<>();

    private record Block(long position, ByteBuffer bytes) {}

    private record Blocks(long size, List<Block> blocks) {}

    /** @param original never changes */
    void copy(Path original, Path copy) throws IOException {
        Optional<Blocks> blocks = known.get(original);
        if (blocks == null) {
            blocks = read(original);
            known.put(original, blocks);
        }
        if (blocks.isPresent()) {
            write(blocks.get(), copy);
        } else {
            copyByProgram(original, copy);
        }
    }

    /** Empty where holes cannot be told, or there is too much to remember. */
    private static Optional<Blocks> read(Path original) {
        List<Block> blocks = new ArrayList<>();
        long total = 0;
        try (FileChannel file = FileChannel.open(original, StandardOpenOption.READ)) {
            KernelCalls.Extent extent = KernelCalls.dataFrom(original, 0);
            while (extent != null) {
                total += extent.to() - extent.from();
                if (total > MOST_REMEMBERED) {
                    return Optional.empty();
                }
                ByteBuffer bytes = ByteBuffer.allocate((int) (extent.to() - extent.from()));
                while (bytes.hasRemaining() && file.read(bytes, extent.from() + bytes.position()) >= 0) {
                    // Until all of it is there.
                }
                blocks.add(new Block(extent.from(), bytes.flip().asReadOnlyBuffer()));
                extent = KernelCalls.dataFrom(original, extent.to());
            }
            return Optional.of(new Blocks(file.size(), blocks));
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }

    private static void write(Blocks blocks, Path copy) throws IOException {
        try (FileChannel file =
                FileChannel.open(copy, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY)) {
            for (Block block : blocks.blocks()) {
                ByteBuffer bytes = block.bytes().duplicate();
                while (bytes.hasRemaining()) {
                    file.write(bytes, block.position() + bytes.position());
                }
            }
            if (file.size() < blocks.size()) {
                file.write(ByteBuffer.allocate(1), blocks.size() - 1);
            }
        } catch (IOException failed) {
            Files.deleteIfExists(copy);
            throw failed;
        }
    }

    private static void copyByProgram(Path original, Path copy) throws IOException {
        HostCommand.Result copied =
                HostCommand.run(PATIENCE, List.of("cp", "--sparse=always", "--", original.toString(), copy.toString()));
        if (!copied.succeeded()) {
            throw new IOException("copying its template failed: " + copied.output());
        }
    }
}
