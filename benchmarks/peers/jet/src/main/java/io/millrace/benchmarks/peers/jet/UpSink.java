// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.datamodel.KeyedWindowResult;
import io.millrace.benchmarks.macro.AdResults;
import io.millrace.benchmarks.macro.Signals;
import java.nio.file.Path;

/** Takes results of windows, and says that it is up. */
final class UpSink extends AbstractProcessor {

    private final Path directory;
    private final boolean checked;
    private AdResults results;

    UpSink(String directory, boolean checked) {
        this.directory = Path.of(directory);
        this.checked = checked;
    }

    @Override
    protected void init(Processor.Context context) {
        results = new AdResults(directory);
        Signals.up(directory, "sink-" + context.globalProcessorIndex());
    }

    @Override
    protected boolean tryProcess(int ordinal, Object item) {
        if (checked) {
            KeyedWindowResult<?, ?> result = (KeyedWindowResult<?, ?>) item;
            long[] counted = (long[]) result.result();
            results.take((String) result.key(), result.start(), counted[0], counted[1]);
        }
        return true;
    }
}
