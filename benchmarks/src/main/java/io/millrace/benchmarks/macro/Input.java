// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.nio.file.Path;

/**
 * What one source task of another engine emits: tuples that it makes when they are due, or events of its partition of
 * the {@link Topic}. Used by the task's thread.
 */
public interface Input {

    /** @param source index of the task, from 0 */
    static Input open(Workload workload, Path directory, int source) {
        return workload.sources().kafka()
                ? new TopicInput(Topic.read(directory), source)
                : new PacedInput(workload, directory, source);
    }

    /** Goes to the next tuple, without a wait; returns false if there is none yet. */
    boolean next();

    /** The tuple's payload, of {@link Payloads}. */
    Object payload();

    long dueNanos();

    /** How many tuples there were up to this one: the position of a source that can be read again. */
    long position();

    /** Goes on behind so many. */
    void restore(long position);

    /**
     * For a task that starts without a position, perhaps again: leaves out what was due before. What is in a topic is
     * read from its beginning.
     */
    default void skipDue() {}
}
