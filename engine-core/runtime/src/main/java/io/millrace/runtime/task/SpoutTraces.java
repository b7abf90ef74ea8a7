// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.runtime.metrics.Sampler;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StageTimes;
import io.millrace.runtime.tuple.Trace;

/**
 * Begins the traces of a spout's tuples that the sampler picks, or that are very late. Confined to the task's thread.
 */
final class SpoutTraces {

    private final TaskHost host;
    private final int task;
    private final LateTuples lateTuples = new LateTuples();

    SpoutTraces(TaskHost host, int task) {
        this.host = host;
        this.task = task;
    }

    /** @param isDue whether the spout has set the due time of the tuple */
    void trace(DataTuple tuple, Sampler sampler, boolean isDue) {
        boolean picked = sampler.picks(host.turnStart());
        boolean late = isDue && lateTuples.isLate(host.turnStart() - tuple.intendedNanos());
        if (picked || late) {
            long now = host.nanoTime();
            tuple.follow(new StageTimes(
                    now, Trace.from(task, now - tuple.intendedNanos(), isDue, picked ? sampler.weight() : 0)));
        }
    }
}
