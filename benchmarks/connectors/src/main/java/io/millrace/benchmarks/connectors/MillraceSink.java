// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.api.Bolt;
import io.millrace.api.BoltDeclarer;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.benchmarks.study.Settings;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** A topology of a spout that makes messages, and a sink, in this process. */
final class MillraceSink {

    private static final long LOOK_MILLIS = 20;

    /** Beyond what is recorded, for the start and for commits that are late. */
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** The commits of the topology that runs; components are made by the engine, in this process. */
    private static volatile Commits current;

    private MillraceSink() {}

    static Commits commits() {
        return current;
    }

    static void run(Job job, String guarantee, Bolt sink, Commits commits) throws IOException, InterruptedException {
        current = commits;
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("messages", new MessageSpout(job.bytes()));
        BoltDeclarer declared = builder.setBolt("sink", sink);
        if (job.connector().waits()) {
            declared.blocking();
        }
        declared.localOrShuffle("messages");
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(job.warmUpMillis() + job.millis()) + MOST_NANOS;
        try (Millrace engine = Millrace.local().inProcess().start()) {
            RunningTopology topology = engine.submit("connectors", builder.build(), config(job, guarantee));
            while (!commits.isOver()) {
                MillraceSource.checkRuns(topology);
                if (System.nanoTime() - end > 0) {
                    throw new IOException("after a minute more than it should take, the sink has made only "
                            + commits.events() + " messages visible, by " + commits.count() + " commits");
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
            topology.kill();
        }
    }

    /** The topology has one executor, as a bare user has one thread; what blocks, and clients, have own threads. */
    static Config config(Job job, String guarantee) {
        return Settings.read(
                "topology.worker.executors=1;topology.guarantee=" + guarantee + ";topology.snapshot.interval="
                        + job.intervalMillis() + " ms;topology.snapshot.tolerated.failures=0;" + job.settings());
    }
}
