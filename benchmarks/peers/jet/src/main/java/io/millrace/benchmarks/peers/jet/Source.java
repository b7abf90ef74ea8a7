package io.millrace.benchmarks.peers.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.datamodel.Tuple2;
import io.millrace.benchmarks.macro.Pace;
import io.millrace.benchmarks.macro.Payloads;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;

/** Emits what is due, as long as there is room, and gives the thread back: when to look again is Jet's to choose. */
final class Source extends AbstractProcessor {

    private final Workload workload;
    private final Path directory;
    private Pace pace;
    private Payloads payloads;
    private Object pending;

    Source(String workload, String directory) {
        this.workload = Workload.decode(workload);
        this.directory = Path.of(directory);
    }

    @Override
    protected void init(Processor.Context context) {
        payloads = new Payloads(context.globalProcessorIndex());
        pace = new Pace(workload, directory, context.globalProcessorIndex());
    }

    @Override
    public boolean complete() {
        while (pending != null || due()) {
            if (!tryEmit(pending)) {
                return false;
            }
            pending = null;
        }
        return false;
    }

    private boolean due() {
        long due = pace.next(System.nanoTime());
        if (due == Long.MAX_VALUE) {
            return false;
        }
        Object payload = workload.shape() == Shape.WORDCOUNT ? payloads.sentence() : payloads.bytes();
        pending = Tuple2.tuple2(payload, due);
        pace.emitted();
        return true;
    }
}
