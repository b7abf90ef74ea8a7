// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.error.TopologyException;
import io.millrace.connectors.kafka.Partitions.Partition;
import io.millrace.connectors.kafka.Topics.Listing;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Reads the partitions of one task ahead of it. {@link FetchThread} or a test calls {@link #doWork}; what fails is
 * handed over as a problem, and tried again.
 */
final class Fetcher {

    private static final long RETRY_NANOS = 1_000_000_000L;

    /** What a record takes besides its key and value. */
    private static final int RECORD_BYTES = 96;

    /** Problems with fetching, which one fetch that succeeds solves. */
    private static final String FETCH = "fetch";

    private final Consumer<ByteBuffer, ByteBuffer> consumer;
    private final Topics topics;
    private final Selection selection;
    private final ClientErrors errors;
    private final String servers;
    private final boolean finishAtEnd;
    private final Partitions partitions;
    private final StartOffsets starts;
    private final FetchedQueue queue;
    private final LongSupplier nanoTime;
    private final Set<String> failing = new HashSet<>();
    private long retryAt;
    private boolean paused;

    /** What the task asks for. */
    private final AtomicReference<Map<TopicPartition, OffsetAndMetadata>> toCommit = new AtomicReference<>();

    /** What is read, from where, and whether reading ends. */
    record Reading(Selection selection, Start start, boolean finishAtEnd) {}

    Fetcher(
            Consumer<ByteBuffer, ByteBuffer> consumer,
            Topics topics,
            Reading reading,
            ClientErrors errors,
            Partitions partitions,
            FetchedQueue queue,
            LongSupplier nanoTime) {
        this.consumer = consumer;
        this.topics = topics;
        this.selection = reading.selection();
        this.errors = errors;
        this.servers = errors.servers();
        this.finishAtEnd = reading.finishAtEnd();
        this.partitions = partitions;
        this.starts = new StartOffsets(consumer, reading.start());
        this.queue = queue;
        this.nanoTime = nanoTime;
        retryAt = nanoTime.getAsLong();
    }

    /** Commits these offsets in the group soon. Any thread may call it. */
    void commit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        toCommit.set(offsets);
    }

    /** Ends a wait of {@link #doWork}. Any thread may call it. */
    void wakeup() {
        consumer.wakeup();
    }

    /** @param wait how long this may last if there is nothing to do; 0 in tests */
    void doWork(Duration wait) {
        queue.wakeTask();
        Listing listing = topics.poll();
        if (listing != null) {
            update(listing);
        }
        if (nanoTime.getAsLong() - retryAt < 0) {
            LockSupport.parkNanos(this, wait.toNanos());
            return;
        }
        assignWaiting();
        if (consumer.assignment().isEmpty()) {
            LockSupport.parkNanos(this, wait.toNanos());
            return;
        }
        commitAsked();
        pauseOrResume();
        if (paused) {
            LockSupport.parkNanos(this, wait.toNanos());
        }
        fetch(paused ? Duration.ZERO : wait);
    }

    private void update(Listing listing) {
        Set<String> before = new HashSet<>(failing);
        listing.errors().forEach((name, error) -> {
            String subject = name.isEmpty() ? "topics" : "topic " + name;
            before.remove(subject);
            problem(
                    subject,
                    "errors.topics",
                    errors.failure(
                            "cannot look for " + (name.isEmpty() ? "topics" : "topic " + name) + " at " + servers,
                            error,
                            "it is tried again"));
        });
        for (String name : selection.names()) {
            if (!listing.topics().containsKey(name) && !listing.errors().containsKey(name)) {
                before.remove("topic " + name);
                problem(
                        "topic " + name,
                        "topics.missing",
                        new TopologyException("the topic " + name + " does not exist at " + servers
                                + ": it is looked for again; create it, or correct its name"));
            }
        }
        before.stream().filter(subject -> subject.startsWith("topic")).forEach(this::solved);
        Partitions.Change change = partitions.update(listing, selection.names());
        change.gone().forEach(this::gone);
        change.madeAnew().forEach(this::madeAnew);
        if (!change.isNone()) {
            assign(List.of());
        }
        if (listing.errors().isEmpty() || !listing.topics().isEmpty()) {
            queue.add(new Fetched.Present(partitions.present(), partitions.undecided()));
        }
    }

    private void gone(Partition partition) {
        problem(
                "",
                "partitions.gone",
                new TopologyException("the partition " + partition.id + " is gone from " + servers
                        + ": what was in it from offset " + partition.offset
                        + " on is lost unless it comes back; restore the topic, or change the source's topics"));
    }

    private void madeAnew(Partition partition) {
        problem(
                "",
                "partitions.reset",
                new TopologyException("the topic of " + partition.id + " was deleted and made anew at " + servers
                        + ": the new one is read from its beginning, and what the old one had from offset "
                        + partition.offset + " on is lost"));
        partition.offset = Position.UNRESOLVED;
        partition.isNew = true;
        partition.assigned = false;
    }

    private void assignWaiting() {
        List<Partition> waiting = partitions.waiting();
        if (waiting.isEmpty()) {
            return;
        }
        try {
            List<Partition> unresolved = waiting.stream()
                    .filter(each -> each.offset == Position.UNRESOLVED)
                    .toList();
            Map<TopicPartition, Long> found = starts.of(unresolved);
            Map<TopicPartition, Long> ends = finishAtEnd
                    ? starts.ends(waiting.stream().map(each -> each.id).toList())
                    : Map.of();
            unresolved.forEach(each -> each.offset = found.get(each.id));
            assign(waiting);
            waiting.forEach(each -> queue.add(
                    new Fetched.Assigned(each.id, each.topicId, each.offset, ends.getOrDefault(each.id, -1L))));
        } catch (WakeupException e) {
            // The task is closed
        } catch (KafkaException e) {
            failed("cannot find out where partitions of " + selection + " begin at " + servers, e);
        }
    }

    private void assign(Collection<Partition> more) {
        more.forEach(each -> each.assigned = true);
        consumer.assign(partitions.assigned());
        more.forEach(each -> consumer.seek(each.id, each.offset));
        paused = false;
    }

    private void pauseOrResume() {
        if (!paused && queue.isFull()) {
            paused = true;
            consumer.pause(consumer.assignment());
        } else if (paused && queue.isHalfEmpty()) {
            paused = false;
            consumer.resume(consumer.assignment());
        }
    }

    private void fetch(Duration wait) {
        try {
            ConsumerRecords<ByteBuffer, ByteBuffer> records = consumer.poll(wait);
            solved(FETCH);
            for (TopicPartition id : consumer.assignment()) {
                hand(partitions.get(id), records.records(id));
            }
        } catch (LogTruncationException e) {
            e.offsetOutOfRangePartitions().forEach((id, offset) -> {
                OffsetAndMetadata common = e.divergentOffsets().get(id);
                truncated(partitions.get(id), offset, common == null ? -1 : common.offset());
            });
        } catch (OffsetOutOfRangeException e) {
            outOfRange(e.offsetOutOfRangePartitions());
        } catch (WakeupException e) {
            // The task is closed
        } catch (KafkaException e) {
            failed("cannot fetch from " + selection + " at " + servers, e);
        }
    }

    private void hand(Partition partition, List<ConsumerRecord<ByteBuffer, ByteBuffer>> records) {
        long next = consumer.position(partition.id);
        if (records.isEmpty() && next == partition.offset) {
            return;
        }
        long bytes = 0;
        for (ConsumerRecord<ByteBuffer, ByteBuffer> each : records) {
            bytes += RECORD_BYTES + Math.max(0, each.serializedKeySize()) + Math.max(0, each.serializedValueSize());
        }
        partition.offset = next;
        queue.add(new Fetched.Records(
                partition.id, records, next, consumer.currentLag(partition.id).orElse(-1), bytes));
    }

    private void outOfRange(Map<TopicPartition, Long> positions) {
        try {
            Map<TopicPartition, Long> begins = starts.beginnings(positions.keySet());
            Map<TopicPartition, Long> ends = starts.ends(positions.keySet());
            positions.forEach((id, position) -> {
                long begin = begins.get(id);
                if (position < begin) {
                    expired(partitions.get(id), position, begin);
                } else if (position > ends.get(id)) {
                    truncated(partitions.get(id), position, begin);
                } else {
                    seek(partitions.get(id), position);
                }
            });
        } catch (WakeupException e) {
            // The task is closed
        } catch (KafkaException e) {
            failed("cannot find out where partitions of " + selection + " begin at " + servers, e);
        }
    }

    private void expired(Partition partition, long position, long begin) {
        problem(
                "",
                "offsets.lost",
                begin - position,
                new TopologyException(begin - position + " offsets of " + partition.id + " at " + servers + " from "
                        + position + " on are lost, as the topic's retention has passed them: it is read from " + begin
                        + " on; raise retention.ms or retention.bytes, or use more tasks"));
        seek(partition, begin);
    }

    /** @param from a common offset; -1 if none is known */
    private void truncated(Partition partition, long position, long from) {
        long next = Math.max(from, 0);
        problem(
                "",
                "partitions.reset",
                new TopologyException(
                        partition.id + " at " + servers + " has other records than those that were read before offset "
                                + position
                                + ", as the topic was made anew, or servers have lost records: it is read from " + next
                                + " on; use acks=all and min.insync.replicas for its producers"));
        seek(partition, next);
    }

    private void seek(Partition partition, long offset) {
        consumer.seek(partition.id, offset);
        partition.offset = offset;
        queue.add(new Fetched.Records(partition.id, List.of(), offset, -1, 0));
    }

    private void commitAsked() {
        Map<TopicPartition, OffsetAndMetadata> offsets = toCommit.getAndSet(null);
        if (offsets == null || offsets.isEmpty()) {
            return;
        }
        consumer.commitAsync(new HashMap<>(offsets), (committed, error) -> {
            if (error == null) {
                solved("commit");
            } else {
                problem(
                        "commit",
                        "errors.commit",
                        errors.failure(
                                "cannot commit offsets in the group "
                                        + consumer.groupMetadata().groupId() + " at " + servers,
                                error,
                                "nothing depends on them but who watches the group"));
            }
        });
    }

    private void failed(String what, KafkaException error) {
        retryAt = nanoTime.getAsLong() + RETRY_NANOS;
        problem(FETCH, "errors.fetch", errors.failure(what, error, "it is tried again each second"));
    }

    private void problem(String subject, String counter, RuntimeException error) {
        problem(subject, counter, 1, error);
    }

    private void problem(String subject, String counter, long amount, RuntimeException error) {
        if (!subject.isEmpty()) {
            failing.add(subject);
        }
        queue.add(new Fetched.Problem(subject, counter, amount, error));
    }

    private void solved(String subject) {
        if (failing.remove(subject)) {
            queue.add(new Fetched.Solved(subject));
        }
    }

    void close() {
        topics.close();
        consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
    }
}
