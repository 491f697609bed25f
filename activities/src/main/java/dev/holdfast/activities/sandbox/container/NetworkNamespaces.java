package dev.holdfast.activities.sandbox.container;

import java.util.Optional;

/** New and empty network namespaces, each for one sandbox. */
interface NetworkNamespaces extends AutoCloseable {
    /** For engines that make each namespace as fast as it could be had otherwise. */
    NetworkNamespaces NONE = new NetworkNamespaces() {
        @Override
        public Optional<Lent> lend() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    };

    /** A namespace that nobody has been in, to be given back once it was joined; empty when the engine shall make one. */
    Optional<Lent> lend();

    @Override
    void close();

    /** Whoever joined keeps the namespace; after this the next caller's is made. */
    interface Lent extends AutoCloseable {
        /** The engine's word for joining it. */
        String network();

        /** It could not be joined: nobody shall be asked to try it again. */
        void broken();

        @Override
        void close();
    }
}
