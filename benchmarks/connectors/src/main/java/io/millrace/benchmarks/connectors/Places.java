// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.benchmarks.machine.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where jobs read and write: directories in memory, a server of Kafka that is started when one is needed, and
 * databases. All of it is removed at the end, also of a run that fails or is interrupted.
 */
final class Places implements AutoCloseable {

    /** Runs a job whose place is prepared. */
    interface Run {
        Outcome of(Job job) throws IOException;
    }

    /** What a source reads; of a sink, nothing. */
    interface Source extends AutoCloseable {

        String place();

        @Override
        void close() throws IOException;
    }

    private record Prepared(String place, Removal removal) implements Source {

        private interface Removal {
            void remove() throws IOException;
        }

        @Override
        public void close() throws IOException {
            removal.remove();
        }
    }

    private final Scratch scratch = new Scratch();
    private KafkaServer kafka;
    private int directories;

    Places() throws IOException {}

    private KafkaServer kafka() throws IOException {
        if (kafka == null) {
            kafka = KafkaServer.start(Files.createDirectory(scratch.directory().resolve("kafka")));
        }
        return kafka;
    }

    private Path directory() throws IOException {
        return Files.createDirectory(scratch.directory().resolve("d" + directories++));
    }

    /** Prepares what all runs of a cell read. */
    Source source(Job job) throws IOException {
        switch (job.connector()) {
            case FILES_SOURCE -> {
                Path directory = directory();
                FilesReading.fill(directory, new Messages(job.bytes()), job.messages());
                return new Prepared(directory.toString(), () -> remove(directory));
            }
            case KAFKA_SOURCE -> {
                String topic = kafka().sourceTopic(new Messages(job.bytes()), job.messages());
                return new Prepared(topic, () -> kafka.delete(topic));
            }
            default -> {
                return new Prepared("", () -> {});
            }
        }
    }

    /** Runs one side of a cell; a sink gets a place of its own, which is removed afterwards. */
    Outcome run(Job job, boolean bare, Source source, Run run) throws IOException {
        try (Source place = source.place().isEmpty() ? sinkPlace(job) : new Prepared(source.place(), () -> {})) {
            return run.of(new Job(
                    job.connector(),
                    bare,
                    job.bytes(),
                    job.messages(),
                    job.intervalMillis(),
                    job.warmUpMillis(),
                    job.millis(),
                    place.place(),
                    job.settings()));
        }
    }

    private Source sinkPlace(Job job) throws IOException {
        if (job.connector().part().equals("kafka")) {
            String topic = kafka().sinkTopic();
            return new Prepared(topic, () -> kafka.delete(topic));
        }
        Path directory = directory();
        String place = job.connector() == Connector.JDBC_SINK
                ? "jdbc:h2:file:" + directory.resolve("messages") + ";DB_CLOSE_DELAY=-1"
                : directory.toString();
        return new Prepared(place, () -> remove(directory));
    }

    private static void remove(Path directory) throws IOException {
        List<Path> paths;
        try (Stream<Path> all = Files.walk(directory)) {
            paths = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.deleteIfExists(path);
        }
    }

    @Override
    public void close() {
        if (kafka != null) {
            kafka.close();
        }
        scratch.close();
    }
}
