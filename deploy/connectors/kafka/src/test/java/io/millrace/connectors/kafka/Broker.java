// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** One server of Kafka as a process of its own on loopback, which ends with its test. */
final class Broker implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);
    private static final String CLUSTER = "bWlsbHJhY2UtdGVzdC0wMQ";

    private final Path directory;
    private final int port;
    private final int controllerPort;
    private final Path log;
    private Process process;

    /** Any server that a test has left is ended with this JVM. */
    private final Thread atExit = new Thread(this::destroy);

    private Broker(Path directory) throws IOException {
        this.directory = directory;
        this.log = directory.resolve("server.log");
        try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = one.getLocalPort();
            controllerPort = other.getLocalPort();
        }
    }

    /** Starts a server without data. */
    static Broker start(Path directory) throws Exception {
        Broker broker = new Broker(directory);
        Runtime.getRuntime().addShutdownHook(broker.atExit);
        broker.configure();
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        int exit = StorageTool.execute(
                new String[] {
                    "format",
                    "--cluster-id",
                    CLUSTER,
                    "--config",
                    broker.config().toString()
                },
                new PrintStream(told));
        if (exit != 0) {
            throw new IllegalStateException("cannot format: " + told);
        }
        try {
            broker.restart();
            return broker;
        } catch (Exception e) {
            broker.close();
            throw e;
        }
    }

    private Path config() {
        return directory.resolve("server.properties");
    }

    private void configure() throws IOException {
        Files.writeString(config(), """
            process.roles=broker,controller
            node.id=1
            controller.quorum.voters=1@127.0.0.1:%2$d
            listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
            advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
            controller.listener.names=CONTROLLER
            listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
            log.dirs=%3$s
            num.partitions=1
            offsets.topic.num.partitions=1
            offsets.topic.replication.factor=1
            transaction.state.log.num.partitions=1
            transaction.state.log.replication.factor=1
            transaction.state.log.min.isr=1
            group.initial.rebalance.delay.ms=0
            auto.create.topics.enable=false
            broker.session.timeout.ms=1500
            broker.heartbeat.interval.ms=300
            initial.broker.registration.timeout.ms=20000
            num.network.threads=2
            num.io.threads=2
            background.threads=2
            log.cleaner.dedupe.buffer.size=8388608
            """.formatted(port, controllerPort, directory.resolve("data")));
    }

    private void launch() throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx384m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:-BytecodeVerificationRemote",
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerProcess.class.getName(),
                        config().toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private void await() throws Exception {
        long end = System.nanoTime() + START.toNanos();
        try (Admin admin = admin()) {
            while (true) {
                try {
                    admin.describeCluster(new DescribeClusterOptions().timeoutMs(1_000))
                            .nodes()
                            .get();
                    return;
                } catch (ExecutionException e) {
                    if (!process.isAlive() || System.nanoTime() - end > 0) {
                        throw new IllegalStateException("the server does not start: " + Files.readString(log), e);
                    }
                }
            }
        }
    }

    String servers() {
        return "127.0.0.1:" + port;
    }

    Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", servers(), "reconnect.backoff.ms", "50"));
    }

    /** Ends the server without notice, as kill -9 does. Its files and its port stay its own. */
    void kill() {
        destroy();
        process.onExit().join();
    }

    /** Starts it again after {@link #kill}. */
    void restart() throws Exception {
        launch();
        await();
    }

    void create(String topic, int partitions) throws Exception {
        try (Admin admin = admin()) {
            admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                    .all()
                    .get();
        }
    }

    void delete(String topic) throws Exception {
        try (Admin admin = admin()) {
            admin.deleteTopics(List.of(topic)).all().get();
        }
    }

    void addPartitions(String topic, int total) throws Exception {
        try (Admin admin = admin()) {
            admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(total)))
                    .all()
                    .get();
        }
    }

    /** Does what retention does. */
    void deleteBefore(String topic, int partition, long offset) throws Exception {
        try (Admin admin = admin()) {
            admin.deleteRecords(Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get();
        }
    }

    /** Writes values to a partition and waits until they are there. */
    void write(String topic, int partition, List<String> values) {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers()), new StringSerializer(), new StringSerializer())) {
            values.forEach(value -> producer.send(new ProducerRecord<>(topic, partition, null, value)));
        }
    }

    /** Reads what is committed in a topic. */
    final class Reader implements AutoCloseable {

        private final KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        servers(),
                        "isolation.level",
                        "read_committed",
                        "auto.offset.reset",
                        "none"),
                new StringDeserializer(),
                new StringDeserializer());
        private final List<TopicPartition> partitions;
        private final List<String> values = new ArrayList<>();

        Reader(String topic) {
            partitions = consumer.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
        }

        /** Returns the values that have come until now, those of a partition in their order. */
        List<String> poll() {
            consumer.poll(Duration.ofMillis(50)).forEach(each -> values.add(each.value()));
            return values;
        }

        /**
         * Returns all values that are there. The transaction coordinator confirms a commit before its markers are in
         * the partitions: what is read counts up to the last record, not up to the last stable one.
         */
        List<String> all() throws Exception {
            Map<TopicPartition, Long> ends = ends(partitions);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
                poll();
            }
            return values;
        }

        @Override
        public void close() {
            consumer.close();
        }
    }

    private Map<TopicPartition, Long> ends(List<TopicPartition> partitions) throws Exception {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions.forEach(each -> latest.put(each, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        try (Admin admin = admin()) {
            admin.listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                    .all()
                    .get()
                    .forEach((partition, result) -> ends.put(partition, result.offset()));
        }
        return ends;
    }

    List<String> values(String topic) throws Exception {
        try (Reader reader = new Reader(topic)) {
            return reader.all();
        }
    }

    private void destroy() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    @Override
    public void close() {
        destroy();
        if (process != null) {
            process.onExit().join();
        }
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}
