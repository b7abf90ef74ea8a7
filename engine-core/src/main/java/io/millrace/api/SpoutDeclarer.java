package io.millrace.api;

/** Settings of a spout that was just added to a {@link TopologyBuilder}. */
public final class SpoutDeclarer {

    private final ComponentDraft draft;

    SpoutDeclarer(ComponentDraft draft) {
        this.draft = draft;
    }

    /** The number of instances; more than the threads that run them is fine. Default: the parallelism given. */
    public SpoutDeclarer tasks(int tasks) {
        draft.tasks = tasks;
        return this;
    }

    /** Lets these tasks have a thread of their own each, because {@code nextTuple} may block. */
    public SpoutDeclarer blocking() {
        draft.blocking = true;
        return this;
    }

    /** A setting for this component alone, which lies over the topology's; see {@link TaskContext#config()}. */
    public SpoutDeclarer set(String key, Object value) {
        draft.set(key, value);
        return this;
    }

    /**
     * A hint for the first placement, while nothing is measured: about how many tuples per second each task emits on its default
     * stream; 0 to 10^9. Only the proportions between spouts and streams count, so the default of 1 is right for the only one.
     */
    public SpoutDeclarer rate(double tuplesPerSecond) {
        return rate(Streams.DEFAULT, tuplesPerSecond);
    }

    /** As {@link #rate(double)}, of another stream. */
    public SpoutDeclarer rate(String stream, double tuplesPerSecond) {
        draft.hint("rate", stream, tuplesPerSecond);
        return this;
    }
}
