// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.error.TopologyException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;

/** Writes by transactional producers. */
final class KafkaWriters implements Writers {

    private static final long RETRY_NANOS = 200_000_000L;

    private final Function<String, Producer<byte[], byte[]>> producers;
    private final Markers markers;
    private final ClientErrors errors;
    private final String servers;
    private final String topic;
    private final long boundNanos;
    private final LongSupplier nanoTime;
    private final Consumer<TopologyException> failures;

    /**
     * @param producers makes one with a transactional id
     * @param bound of a call
     * @param failures gets each try that has failed, also the last one, after which a call throws
     */
    KafkaWriters(
            Function<String, Producer<byte[], byte[]>> producers,
            Markers markers,
            ClientErrors errors,
            String topic,
            Duration bound,
            LongSupplier nanoTime,
            Consumer<TopologyException> failures) {
        this.producers = producers;
        this.markers = markers;
        this.errors = errors;
        this.servers = errors.servers();
        this.topic = topic;
        this.boundNanos = bound.toNanos();
        this.nanoTime = nanoTime;
        this.failures = failures;
    }

    @Override
    public Writer open(String id) {
        Producer<byte[], byte[]> producer = producers.apply(id);
        long end = nanoTime.getAsLong() + boundNanos;
        while (true) {
            try {
                producer.initTransactions();
                return new Session(id, producer);
            } catch (TimeoutException e) {
                // May be repeated
                TopologyException failure = failure("cannot take over the transactional id " + id, e);
                if (nanoTime.getAsLong() - end > 0) {
                    producer.close(Duration.ZERO);
                    throw failure;
                }
            } catch (KafkaException e) {
                producer.close(Duration.ZERO);
                throw failure("cannot take over the transactional id " + id, e);
            }
        }
    }

    private TopologyException failure(String what, Exception cause) {
        TopologyException failure = errors.failure(
                what + " for the topic " + topic + " at " + servers,
                cause,
                "it is tried again, and after commitTimeout with a recovery");
        failures.accept(failure);
        return failure;
    }

    /** Never begins a new session of its id by itself: another instance may have taken over, which it would cut off. */
    private final class Session implements Writer {

        private final String id;
        private final Producer<byte[], byte[]> producer;

        Session(String id, Producer<byte[], byte[]> producer) {
            this.id = id;
            this.producer = producer;
        }

        @Override
        public Marker marker() {
            try {
                String text = markers.read(id);
                return text == null ? null : Marker.decode(text);
            } catch (KafkaException e) {
                throw failure("cannot read the marker of " + id + " in " + markers.topic(), e);
            }
        }

        @Override
        public void write(List<Interval> intervals, Marker marker) {
            long end = nanoTime.getAsLong() + boundNanos;
            while (true) {
                try {
                    send(intervals, marker);
                    commit(end);
                    return;
                } catch (KafkaException e) {
                    abortOrThrow(e, end);
                }
            }
        }

        private void send(List<Interval> intervals, Marker marker) {
            producer.beginTransaction();
            AtomicReference<Exception> failed = new AtomicReference<>();
            Callback answer = (metadata, error) -> {
                if (error != null) {
                    failed.compareAndSet(null, error);
                }
            };
            for (Interval each : intervals) {
                RecordBuffer.forEach(each.blocks(), record -> producer.send(record.to(topic), answer));
            }
            producer.flush();
            if (failed.get() != null) {
                throw failed.get() instanceof KafkaException known ? known : new KafkaException(failed.get());
            }
            // Markers come last, as those of others cannot be read past an open transaction
            producer.send(new ProducerRecord<>(
                    markers.topic(),
                    markers.partition(id),
                    id.getBytes(StandardCharsets.UTF_8),
                    marker.encode().getBytes(StandardCharsets.UTF_8)));
        }

        /** A commit without an answer is asked for again, which has no further effect. */
        private void commit(long end) {
            while (true) {
                try {
                    producer.commitTransaction();
                    return;
                } catch (TimeoutException e) {
                    TopologyException failure = failure("no answer to the commit of " + id, e);
                    if (nanoTime.getAsLong() - end > 0) {
                        throw failure;
                    }
                }
            }
        }

        private void abortOrThrow(KafkaException cause, long end) {
            TopologyException failure = failure("cannot write as " + id, cause);
            if (KafkaErrors.isFenced(cause) || nanoTime.getAsLong() - end > 0) {
                throw failure;
            }
            try {
                producer.abortTransaction();
            } catch (KafkaException e) {
                throw failure;
            }
            LockSupport.parkNanos(this, RETRY_NANOS);
        }

        @Override
        public void close() {
            producer.close(Duration.ZERO);
        }
    }
}
