// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.Stage;
import java.nio.ByteBuffer;

/**
 * The times of sampled tuples of one stream on the way to one task. Only the executor's thread writes. No allocation.
 */
public final class InflowCounters {

    private final String source;
    private final String stream;
    private final LatencyRecorder[] stages = new LatencyRecorder[MetricsDescriptor.STAGES];

    InflowCounters(ByteBuffer memory, int block, String source, String stream) {
        this.source = source;
        this.stream = stream;
        for (int i = 0; i < stages.length; i++) {
            stages[i] = new LatencyRecorder(memory, MetricsDescriptor.stage(block, i), LatencyBuckets.COARSE);
        }
    }

    boolean isOf(String sourceComponent, String streamName) {
        return source.equals(sourceComponent) && stream.equals(streamName);
    }

    public void record(Stage stage, long nanos) {
        stages[stage.ordinal()].record(nanos);
    }
}
