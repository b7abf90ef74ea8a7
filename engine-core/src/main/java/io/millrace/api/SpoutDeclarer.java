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
}
