// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.storm.ring.RingSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Storm's whole worker in this JVM, two of them, with all of what the jar replaces. */
@Timeout(120)
class LocalClusterIT {
    private static final int MESSAGES = 2000;
    private static final Set<Long> ACKED = ConcurrentHashMap.newKeySet();
    private static final Set<Long> TAKEN = ConcurrentHashMap.newKeySet();

    @TempDir
    Path directory;

    @Test
    void aTopologyOfTwoWorkersRunsWithoutTheThreadThatSleeps() throws Exception {
        System.setProperty(RingSettings.DIRECTORY, directory.toString());
        LocalCluster.Builder builder = new LocalCluster.Builder();
        builder.withDaemonConf("storm.local.mode.zmq", true);
        builder.withSupervisors(1).withPortsPerSupervisor(2);
        LocalCluster cluster = builder.build();
        try {
            TopologyBuilder topology = new TopologyBuilder();
            topology.setSpout("numbers", new Numbers(), 1);
            topology.setBolt("take", new Take(), 2).fieldsGrouping("numbers", new Fields("number"));
            Config config = new Config();
            config.setNumWorkers(2);
            config.setNumAckers(2);
            config.put(Config.STORM_MESSAGING_TRANSPORT, RingContext.class.getName());
            cluster.submitTopology("two", config, topology.createTopology());
            await(() -> ACKED.size() == MESSAGES);
            assertThat(TAKEN).hasSize(MESSAGES);
            assertThat(rings()).isEqualTo(2);
            assertThat(Thread.getAllStackTraces().entrySet().stream()
                            .filter(thread -> thread.getKey().getName().equals("Worker-Transfer"))
                            .map(Map.Entry::getValue)
                            .filter(stack -> Arrays.stream(stack)
                                    .anyMatch(frame -> frame.getClassName().endsWith("DoorbellTransfer"))))
                    .as("threads that wait at a doorbell")
                    .hasSize(2);
        } finally {
            cluster.close();
            System.clearProperty(RingSettings.DIRECTORY);
        }
    }

    private long rings() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> Files.exists(file.resolve("worker"))).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            if (Thread.interrupted()) {
                throw new IllegalStateException("interrupted: the test took too long");
            }
        }
    }

    /** Numbers from 0, each of which is repeated until it is acknowledged. */
    static final class Numbers extends BaseRichSpout {
        private static final long serialVersionUID = 1L;

        private transient SpoutOutputCollector out;
        private long next;

        @Override
        public void open(Map<String, Object> config, TopologyContext context, SpoutOutputCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (next < MESSAGES) {
                out.emit(new Values(next), next);
                next++;
            }
        }

        @Override
        public void ack(Object id) {
            ACKED.add((Long) id);
        }

        @Override
        public void fail(Object id) {
            out.emit(new Values(id), id);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    static final class Take extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple tuple, BasicOutputCollector out) {
            TAKEN.add(tuple.getLong(0));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
