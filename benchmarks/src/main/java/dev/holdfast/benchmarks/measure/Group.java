package dev.holdfast.benchmarks.measure;

import java.io.IOException;
import java.util.List;

/** Rows that belong together: they are measured in turn, so that what else the machine does hits all of them alike. */
public interface Group extends AutoCloseable {
    String title();

    /** The row that the others are set against comes first. */
    List<Contender> contenders();

    default List<Goal> goals() {
        return List.of();
    }

    /** How often; a group whose rows are long, or averages of many, may do with less. */
    default int rounds(int asked) {
        return asked;
    }

    /** What a reader must know to judge the figures. */
    default List<String> notes() {
        return List.of();
    }

    @Override
    default void close() throws IOException {}
}
