package dev.holdfast.devstack;

import dev.holdfast.devstack.control.Condition;
import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.ProcessIdentity;
import dev.holdfast.devstack.control.StackState;
import dev.holdfast.devstack.control.StateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the stack knows about its parts right now; every change is on disk before it counts. */
final class StateBoard {
    private final StateFile file;
    private final ProcessIdentity self;
    private final Map<String, PartState> parts = new LinkedHashMap<>();
    private Condition condition = Condition.STARTING;

    StateBoard(StateFile file) {
        this.file = file;
        this.self = ProcessIdentity.of(ProcessHandle.current().pid())
                .orElseThrow(() -> new IllegalStateException("/proc does not show this process"));
    }

    /** The order of the first updates is the order in which parts are started. */
    synchronized void update(PartState part) {
        parts.put(part.name(), part);
        write();
    }

    synchronized void update(Condition next) {
        condition = next;
        write();
    }

    synchronized List<PartState> parts() {
        return new ArrayList<>(parts.values());
    }

    synchronized void clear() {
        try {
            file.delete();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write() {
        try {
            file.write(new StackState(self, condition, parts()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
