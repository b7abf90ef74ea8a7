// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.macro.EventTopics;
import io.millrace.benchmarks.macro.Topic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** One server of Kafka as a process on loopback, with its data in a directory. It ends with this process. */
final class KafkaServer implements AutoCloseable {

    static final List<String> FLAGS =
            List.of("-Xmx768m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Dslf4j.internal.verbosity=ERROR");

    /** What is older than that is removed, so that sinks do not fill the directory. */
    private static final Map<String, String> SINK_TOPIC = Map.of(
            "segment.bytes", Integer.toString(64 << 20),
            "retention.bytes", Integer.toString(256 << 20),
            "file.delete.delay.ms", "0");

    private static final Map<String, String> SOURCE_TOPIC = Map.of("file.delete.delay.ms", "0");

    /** Messages are of up to 10 MB, and at most 256 MiB of them are under way. */
    private static final Map<String, String> MESSAGE_TOPIC = Map.of(
            "max.message.bytes",
            Integer.toString(EventTopics.MOST_MESSAGE_BYTES),
            "segment.bytes",
            Integer.toString(64 << 20),
            "retention.bytes",
            Integer.toString(512 << 20),
            "file.delete.delay.ms",
            "0");

    private final String address;
    private final Child process;
    private int topics;

    private KafkaServer(String address, Child process) {
        this.address = address;
        this.process = process;
    }

    static KafkaServer start(Path directory) throws IOException {
        int port;
        int controllerPort;
        try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = one.getLocalPort();
            controllerPort = other.getLocalPort();
        }
        Path properties = directory.resolve("server.properties");
        Files.writeString(properties, """
            process.roles=broker,controller
            node.id=1
            controller.quorum.voters=1@127.0.0.1:%2$d
            listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
            advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
            controller.listener.names=CONTROLLER
            listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
            log.dirs=%3$s
            offsets.topic.num.partitions=1
            offsets.topic.replication.factor=1
            transaction.state.log.num.partitions=1
            transaction.state.log.replication.factor=1
            transaction.state.log.min.isr=1
            auto.create.topics.enable=false
            log.retention.check.interval.ms=1000
            num.network.threads=2
            num.io.threads=2
            background.threads=2
            log.cleaner.dedupe.buffer.size=8388608
            """.formatted(port, controllerPort, directory.resolve("data")));
        String address = "127.0.0.1:" + port;
        Child process = Child.start(Child.java(FLAGS, KafkaServerMain.class, List.of(properties.toString(), address)));
        try {
            process.await(Child.READY);
            return new KafkaServer(address, process);
        } catch (IOException e) {
            process.close();
            throw e;
        }
    }

    /** Makes a topic for a sink; returns topic@servers. */
    String sinkTopic() throws IOException {
        return topic("sink-" + topics++, 1, SINK_TOPIC);
    }

    /** Makes a topic without messages that is only kept for a measurement. */
    Topic eventTopic(int partitions) throws IOException {
        String name = "events-" + topics++;
        topic(name, partitions, SOURCE_TOPIC);
        return new Topic(address, name);
    }

    /** Makes a topic with one partition for large messages, of which old ones are removed. */
    Topic messageTopic() throws IOException {
        String name = "messages-" + topics++;
        topic(name, 1, MESSAGE_TOPIC);
        return new Topic(address, name);
    }

    /** Makes a topic with messages for a source; returns topic@servers. */
    String sourceTopic(Messages messages, long count) throws IOException {
        String place = topic("source-" + topics++, 1, SOURCE_TOPIC);
        String name = place.substring(0, place.indexOf('@'));
        try (KafkaProducer<byte[], String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", address, "linger.ms", 5, "batch.size", 64 << 10),
                new ByteArraySerializer(),
                new StringSerializer())) {
            for (long i = 0; i < count; i++) {
                producer.send(new ProducerRecord<>(name, messages.text(i)));
            }
        }
        return place;
    }

    private String topic(String name, int partitions, Map<String, String> configuration) throws IOException {
        NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(configuration);
        asked(admin -> admin.createTopics(List.of(topic)).all().get());
        return name + "@" + address;
    }

    /** Deletes a topic with its files. */
    void delete(String place) throws IOException {
        deleteTopic(place.substring(0, place.indexOf('@')));
    }

    /** Deletes a topic with its files. */
    void deleteTopic(String name) throws IOException {
        asked(admin -> admin.deleteTopics(List.of(name)).all().get());
    }

    private interface Request {
        void send(Admin admin) throws ExecutionException, InterruptedException;
    }

    private void asked(Request request) throws IOException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
            request.send(admin);
        } catch (ExecutionException e) {
            throw new IOException("the server of Kafka has refused: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the server of Kafka was asked", e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
