// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.macro.AdEvents;
import io.millrace.benchmarks.macro.EngineProcess;
import io.millrace.benchmarks.macro.Pace;
import io.millrace.benchmarks.macro.Signals;
import io.millrace.benchmarks.macro.Topic;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The process that writes the events of a measurement to its topic when they are due, each source's to a partition. It
 * tells how late those of the recorded time were acknowledged, and ends with the process that has started it.
 */
final class AdProducer implements AutoCloseable {

    private final Workload workload;
    private final Path directory;
    private final String topic;
    private final KafkaProducer<byte[], String> producer;
    private final Pace[] paces;
    private final AdEvents[] events;
    private long from = Long.MAX_VALUE;
    private long until = Long.MAX_VALUE;
    private boolean told;

    /** Of what was due while recording was on; the client's thread records. */
    private final Histogram lateness = new ConcurrentHistogram(1, TimeUnit.MINUTES.toNanos(10), 3);

    private volatile Exception failure;

    private AdProducer(Workload workload, Path directory, Topic topic) {
        this.workload = workload;
        this.directory = directory;
        this.topic = topic.name();
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", topic.servers(), "linger.ms", 0),
                new ByteArraySerializer(),
                new StringSerializer());
        // The metadata are there before the first event is due
        int partitions = producer.partitionsFor(topic.name()).size();
        paces = new Pace[partitions];
        events = new AdEvents[partitions];
        for (int i = 0; i < partitions; i++) {
            events[i] = new AdEvents(i);
            paces[i] = new Pace(workload, directory, i);
        }
    }

    /** Takes the workload, the directory of the signals, the servers and the topic. */
    public static void main(String[] arguments) throws Exception {
        Locale.setDefault(Locale.ROOT);
        EngineProcess.endWithParent();
        Workload workload = Workload.decode(arguments[0]);
        Topic topic = new Topic(arguments[2], arguments[3]);
        try (AdProducer producer = new AdProducer(workload, Path.of(arguments[1]), topic)) {
            System.out.println(Child.READY);
            while (true) {
                producer.step();
            }
        }
    }

    private void step() throws Exception {
        if (failure != null) {
            throw failure;
        }
        boolean written = false;
        long wakeAt = Long.MAX_VALUE;
        for (int source = 0; source < paces.length; source++) {
            long now = System.nanoTime();
            long due = paces[source].next(now);
            if (due == Long.MAX_VALUE) {
                wakeAt = Math.min(wakeAt, paces[source].idleUntil(now));
            } else {
                write(source, due);
                written = true;
            }
        }
        if (!written) {
            tellAfterRecording();
            LockSupport.parkNanos(wakeAt - System.nanoTime());
        }
    }

    private void write(int source, long due) {
        if (from == Long.MAX_VALUE) {
            from = Signals.startOf(directory) + TimeUnit.SECONDS.toNanos(workload.warmUpSeconds());
            until = from + TimeUnit.SECONDS.toNanos(workload.seconds());
        }
        String event = events[source].jsonDue(paces[source].position(), due);
        producer.send(new ProducerRecord<>(topic, source, null, event), (metadata, error) -> {
            if (error != null) {
                failure = error;
            } else if (due >= from && due < until) {
                lateness.recordValue(Math.max(1, System.nanoTime() - due));
            }
        });
        paces[source].emitted();
    }

    private void tellAfterRecording() {
        if (!told && System.nanoTime() - until >= 0) {
            producer.flush();
            told = true;
            System.out.printf(
                    "%s events=%d p50=%.1f p99=%.1f%n",
                    Child.RESULT,
                    lateness.getTotalCount(),
                    lateness.getValueAtPercentile(50) / 1e3,
                    lateness.getValueAtPercentile(99) / 1e3);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
