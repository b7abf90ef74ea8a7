// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.api.BasicBolt;
import io.millrace.api.TaskContext;

/** A bolt that follows what it gets. */
abstract class TracedBolt implements BasicBolt {

    private static final long serialVersionUID = 1L;

    final Trace trace;

    /** The trace of the task. */
    transient Trace.Open open;

    TracedBolt(Trace trace) {
        this.trace = trace;
    }

    @Override
    public void prepare(TaskContext context) {
        open = trace.open();
    }
}
