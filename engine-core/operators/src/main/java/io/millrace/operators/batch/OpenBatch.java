// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

import io.millrace.api.BuffersInputs;
import io.millrace.api.Tuple;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The tuples that a task has collected and not executed. Confined to the task's thread. */
final class OpenBatch {

    /** The initial capacity of the list of a batch; larger batches grow. */
    private static final int MOST_ROOM = 1 << 14;

    private ArrayList<Tuple> tuples = new ArrayList<>();
    private long bytes;
    private long deadline = BuffersInputs.NEVER;

    boolean isEmpty() {
        return tuples.isEmpty();
    }

    int size() {
        return tuples.size();
    }

    long bytes() {
        return bytes;
    }

    /** Returns the time at which the batch must be executed; {@link BuffersInputs#NEVER} if it is empty. */
    long deadline() {
        return deadline;
    }

    /** @param due the time at which the batch must be executed; taken from its first tuple only */
    void add(Tuple tuple, int tupleBytes, long due) {
        if (tuples.isEmpty()) {
            deadline = due;
        }
        tuples.add(tuple);
        bytes += tupleBytes;
    }

    /** Returns the tuples, and begins another batch. */
    List<Tuple> take() {
        List<Tuple> taken = Collections.unmodifiableList(tuples);
        tuples = new ArrayList<>(Math.min(tuples.size(), MOST_ROOM));
        bytes = 0;
        deadline = BuffersInputs.NEVER;
        return taken;
    }
}
