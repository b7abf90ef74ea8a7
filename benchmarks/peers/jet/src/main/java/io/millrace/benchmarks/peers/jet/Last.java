// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.datamodel.Tuple2;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Sink;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The sink; counts words if they are words. */
final class Last extends AbstractProcessor {

    private final Workload workload;
    private final Path directory;
    private final Map<String, Long> counts = new HashMap<>();
    private Sink sink;
    private Traverser<Map.Entry<String, Long>> saved;

    Last(String workload, String directory) {
        this.workload = Workload.decode(workload);
        this.directory = Path.of(directory);
    }

    @Override
    protected void init(Processor.Context context) {
        sink = new Sink(workload, directory, Integer.toString(context.globalProcessorIndex()));
    }

    @Override
    public boolean saveToSnapshot() {
        if (saved == null) {
            saved = Traversers.traverseIterable(counts.entrySet())
                    // The map changes before the snapshot has encoded the entry
                    .map(entry -> Map.entry(entry.getKey(), entry.getValue()))
                    .onFirstNull(() -> saved = null);
        }
        return emitFromTraverserToSnapshot(saved);
    }

    @Override
    protected void restoreFromSnapshot(Object word, Object count) {
        counts.put((String) word, (Long) count);
    }

    @Override
    protected boolean tryProcess(int ordinal, Object item) {
        Tuple2<?, ?> tuple = (Tuple2<?, ?>) item;
        if (workload.shape() == Shape.WORDCOUNT) {
            counts.merge((String) tuple.f0(), 1L, Long::sum);
        }
        sink.take((Long) tuple.f1());
        return true;
    }
}
