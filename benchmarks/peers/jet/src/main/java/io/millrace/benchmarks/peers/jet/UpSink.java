// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.Processor;
import io.millrace.benchmarks.macro.Signals;
import java.nio.file.Path;

/** Takes results, and says that it is up. */
final class UpSink extends AbstractProcessor {

    private final Path directory;

    UpSink(String directory) {
        this.directory = Path.of(directory);
    }

    @Override
    protected void init(Processor.Context context) {
        Signals.up(directory, "sink-" + context.globalProcessorIndex());
    }

    @Override
    protected boolean tryProcess(int ordinal, Object result) {
        return true;
    }
}
