package dev.holdfast.benchmarks.measure;

/** One measurement. What has to be made ready or cleared away for it is outside of what it measures. */
@FunctionalInterface
public interface Trial {
    double measure() throws Exception;

    /** What is timed. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    /** How long it takes, in milliseconds. */
    static Trial timed(Work work) {
        return () -> milliseconds(work);
    }

    static double milliseconds(Work work) throws Exception {
        long begun = System.nanoTime();
        work.run();
        return (System.nanoTime() - begun) / 1e6;
    }
}
