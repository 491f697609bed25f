package dev.holdfast.projects.reports;

/** Text that stops growing: a report may hold gigabytes of a test's output. */
final class BoundedText {
    private final int limit;
    private final StringBuilder text = new StringBuilder();

    BoundedText(int limit) {
        this.limit = limit;
    }

    void append(String more) {
        int room = limit - text.length();
        if (room > 0) {
            text.append(more, 0, Math.min(room, more.length()));
        }
    }

    void clear() {
        text.setLength(0);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
