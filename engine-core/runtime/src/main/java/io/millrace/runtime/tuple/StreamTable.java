// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

/** Finds streams by the task and index in a message. Immutable. */
@FunctionalInterface
public interface StreamTable {

    /** Returns the stream with this index of the task's component, or null if there is no such task or stream. */
    StreamRef find(int sourceTask, int index);
}
