package dev.holdfast.activities.sandbox.container;

import java.util.Optional;

/** Empty network namespaces kept ready, each used once. */
interface NetworkNamespacePool extends AutoCloseable {
    /** For engines that make each namespace as fast as any pool could. */
    NetworkNamespacePool NONE = new NetworkNamespacePool() {
        @Override
        public Optional<String> take() {
            return Optional.empty();
        }

        @Override
        public void discard(String holder) {}

        @Override
        public void close() {}
    };

    /** The container whose namespace the caller may join, and nobody else ever; empty when none is ready. Never waits. */
    Optional<String> take();

    /** The holder is not needed any more: whoever joined keeps the namespace. */
    void discard(String holder);

    @Override
    void close();
}
