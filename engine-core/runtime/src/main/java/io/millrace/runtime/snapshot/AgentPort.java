// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.runtime.snapshot.SnapshotMessage.Reset;

/**
 * An agent's access to its worker. No call blocks, and none calls the agent back before it returns: results come later,
 * on the agent's thread, by the methods of {@link AgentState} that are named here.
 */
public interface AgentPort {

    /** Sends a message to the coordinator. It may be lost. */
    void send(SnapshotMessage message);

    /**
     * Stops all tasks, drops their tuples and tuples of other generations, makes new instances and restores the
     * snapshot. Sinks recover. Ends with {@link AgentState#restored} or {@link AgentState#unreadable}, unless there is
     * another call before, which takes its place.
     */
    void reset(Reset to);

    /** Runs the tasks. */
    void start(long generation);

    /**
     * Begins a snapshot. Ends with {@link AgentState#written} or {@link AgentState#failed}, unless it is given up
     * before.
     *
     * @param overtakes whether tasks take the snapshot at once. Then the method may be called a second time for the
     *     snapshot that is under way
     */
    void trigger(long generation, long snapshotId, boolean overtakes);

    /**
     * The coordinator waits for the snapshot that is under way: reports by {@link SnapshotMessage.Waits} what the
     * snapshot waits for, if it takes long.
     */
    default void stillTaking(long generation, long snapshotId) {}

    /** Gives a snapshot up. */
    void abort(long generation, long snapshotId, String reason);

    /**
     * Lets sinks commit, and informs spouts. Ends with {@link AgentState#committed}.
     *
     * @param holdsTuples whether the snapshot contains tuples on their way
     */
    void commit(long generation, long snapshotId, boolean holdsTuples);
}
