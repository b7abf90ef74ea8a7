// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.api.Tuple;
import java.io.Serializable;
import java.nio.file.Path;

/** How the tuples of a workload are followed in Millrace. A part of the topology, which each task opens for itself. */
public interface Trace extends Serializable {

    /** Stands for a task's index: an aggregate is not told its task, and another sink says that it is up. */
    int AGGREGATE = -1;

    /** Whether tuples have their way as a third field. */
    boolean hasWay();

    /** The directory of the signals, and of what is recorded. */
    Path directory();

    Open open();

    /** Used by one task. */
    interface Open {

        /** The way of a tuple that begins here; null if tuples have none. */
        Object begin();

        /** The way of a tuple that has come here; null if tuples have none. */
        Object arrive(Tuple tuple);

        /** @param task index of a sink, or {@link #AGGREGATE} */
        Recorder recorder(int task);
    }

    /** Takes what has arrived. */
    interface Recorder {

        void take(long dueNanos, Object way);
    }
}
