// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.Processor;
import io.millrace.benchmarks.sweep.Source;
import java.nio.file.Path;

/** Emits the messages of the sweep that are due, as long as there is room, and gives the thread back. */
final class Messages extends AbstractProcessor {

    private final String directory;
    private Source source;
    private byte[] pending;

    Messages(String directory) {
        this.directory = directory;
    }

    @Override
    protected void init(Processor.Context context) {
        source = new Source(Path.of(directory));
    }

    @Override
    public boolean complete() {
        while (pending != null || due()) {
            if (!tryEmit(pending)) {
                return false;
            }
            pending = null;
            source.emitted(System.nanoTime());
        }
        return false;
    }

    private boolean due() {
        pending = source.next(System.nanoTime());
        return pending != null;
    }
}
