// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.EventTopics;
import io.millrace.benchmarks.macro.Topic;
import io.millrace.benchmarks.macro.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Topics of one server of Kafka, which runs from the first measurement to the last one; each measurement has a topic of
 * its own, and an {@link AdProducer}. One thread.
 */
public final class KafkaTopics implements EventTopics {

    private static final List<String> PRODUCER_FLAGS =
            List.of("-Xms256m", "-Xmx256m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Dslf4j.internal.verbosity=ERROR");

    private Scratch scratch;
    private KafkaServer server;

    @Override
    public Writing open(Workload workload, Path directory) throws IOException {
        Topic topic = server().eventTopic(workload.tasks());
        topic.write(directory);
        List<String> arguments = List.of(workload.encode(), directory.toString(), topic.servers(), topic.name());
        Child producer = Child.start(Child.java(PRODUCER_FLAGS, AdProducer.class, arguments));
        Writing writing = new Written(server, topic, producer);
        try {
            producer.await(Child.READY);
            return writing;
        } catch (IOException e) {
            writing.close();
            throw e;
        }
    }

    @Override
    public Opened openMessages(Path directory) throws IOException {
        Topic topic = server().messageTopic();
        topic.write(directory);
        return () -> server.deleteTopic(topic.name());
    }

    private KafkaServer server() throws IOException {
        if (server == null) {
            scratch = new Scratch();
            server = KafkaServer.start(scratch.directory());
        }
        return server;
    }

    private record Written(KafkaServer server, Topic topic, Child producer) implements Writing {

        @Override
        public String report() throws IOException {
            Map<String, Double> figures = Child.figures(producer.await(Child.RESULT));
            return String.format(
                    "%,.0f events were in the topic p50 %.1f, p99 %.1f µs after they were due",
                    figures.get("events"), figures.get("p50"), figures.get("p99"));
        }

        @Override
        public void close() throws IOException {
            producer.close();
            server.deleteTopic(topic.name());
        }
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
        if (scratch != null) {
            scratch.close();
        }
    }
}
