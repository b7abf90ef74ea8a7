package io.millrace.runtime.tuple;

/** Knows the streams by what messages say of them; immutable. */
@FunctionalInterface
public interface StreamTable {

    /** The stream with this index of the task's component, or null if there is no such task or stream. */
    StreamRef find(int sourceTask, int index);
}
