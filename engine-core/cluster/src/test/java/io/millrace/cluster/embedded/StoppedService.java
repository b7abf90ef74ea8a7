// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Millrace;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RunningTopology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import java.util.concurrent.CountDownLatch;

/**
 * The main class of a service that runs until it is stopped. Its arguments are {@code threads} or {@code processes},
 * {@code hook} or {@code none}, and a directory for shared memory. It prints the process ids of its workers and that it
 * is up; a bolt in its process prints that it is closed.
 */
public final class StoppedService {

    public static final String WORKER = "worker ";
    public static final String UP = "up";
    public static final String CLOSED = "closed";

    private StoppedService() {}

    /** Prints when it is closed. */
    public static final class Sink implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void execute(Tuple input, Emitter out) {}

        @Override
        public void close() {
            System.out.println(CLOSED);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Millrace.Builder builder = Millrace.local()
                .shutdownHook(arguments[1].equals("hook"))
                .config(Config.empty().with("ipc.dir", arguments[2]));
        Millrace engine = (arguments[0].equals("processes") ? builder.processes() : builder).start();
        TopologyBuilder topology = new TopologyBuilder();
        topology.setSpout("numbers", new TestTopologies.Numbers(1_000_000, 1));
        topology.setBolt("sink", new Sink()).shuffle("numbers");
        RunningTopology run = engine.submit("t", topology.build(), Config.empty());
        Await.until("tuples", () -> run.metrics().sum("sink", task -> task.executed()) > 0);
        run.metrics().workers().forEach(worker -> System.out.println(WORKER + worker.pid()));
        System.out.println(UP);
        new CountDownLatch(1).await();
    }
}
