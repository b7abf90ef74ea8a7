// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.RunningTopology.Status;
import io.millrace.api.Spout;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import java.io.IOException;
import java.time.Duration;

/** A topology of a source and a bolt that counts, in this process; each pass is a topology, which ends with it. */
final class MillraceSource implements Pass.Reading, AutoCloseable {

    private static final Duration MOST = Duration.ofMinutes(2);

    /** The pass of the topology that runs; components are made by the engine, in this process. */
    private static volatile Pass current;

    private final Job job;
    private final Spout source;
    private final Millrace engine = Millrace.local().inProcess().start();
    private int passes;

    MillraceSource(Job job, Spout source) {
        this.job = job;
        this.source = source;
    }

    @Override
    public void read(Pass pass) throws IOException, InterruptedException {
        current = pass;
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", source);
        builder.setBolt("count", new Count()).localOrShuffle("source");
        RunningTopology topology =
                engine.submit("pass-" + passes++, builder.build(), MillraceSink.config(job, "exactly-once"));
        if (!topology.awaitCompletion(MOST)) {
            throw new IOException("the source was not read to its end within " + MOST.toMinutes() + " minutes");
        }
        checkRuns(topology);
        topology.kill();
    }

    static void checkRuns(RunningTopology topology) throws IOException {
        if (topology.status() == Status.FAILED || topology.status() == Status.KILLED) {
            throw new IOException("the topology has ended, " + topology.status());
        }
    }

    @Override
    public void close() {
        engine.close();
    }

    /** Counts what it gets. */
    private static final class Count implements Bolt {

        private static final long serialVersionUID = 1L;

        private transient Pass pass;
        private transient BoltCollector out;

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            pass = current;
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            pass.read(input.getString(0));
            out.ack(input);
        }
    }
}
