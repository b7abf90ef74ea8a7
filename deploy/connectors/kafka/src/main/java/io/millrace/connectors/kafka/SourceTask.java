// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.Counter;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.operators.PendingInputs;
import io.millrace.operators.format.FormatReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One task of a source: emits what was fetched. Called by the task's thread. */
final class SourceTask {

    private static final Logger LOG = LoggerFactory.getLogger(SourceTask.class);

    /** What a call of nextTuple does at most; a record counts with its bytes and a constant. */
    private static final int CALL_BUDGET = 32 << 10;

    private static final int NO_PARTITION = -1;
    private static final int RECORD_COST = 64;
    private static final int EVENT_COST = 256;
    private static final long UNTIL_WOKEN_NANOS = 3_600_000_000_000L;

    /** A record that was emitted and not acked. */
    private record Pending(ReadPartition partition, long offset, FormatReader.Row row, long bytes)
            implements PendingInputs.Input {

        @Override
        public String origin() {
            return partition.name + "@" + offset;
        }
    }

    private final TaskContext context;
    private final SpoutCollector out;
    private final FormatReader format;
    private final FetchedQueue queue;
    private final boolean tracked;
    private final boolean metadata;
    private final boolean finishAtEnd;
    private final Counter withoutValue;
    private final Map<TopicPartition, ReadPartition> partitions = new LinkedHashMap<>();
    private final PendingInputs<Pending> inputs;
    private final Set<String> told = new HashSet<>();

    /** What is emitted now; null if nothing is. */
    private Fetched.Records batch;

    private ReadPartition of;
    private Iterator<ConsumerRecord<ByteBuffer, ByteBuffer>> rest;
    private boolean listed;
    private boolean partitionsTold;
    private boolean finished;

    SourceTask(
            TaskContext context,
            SpoutCollector out,
            FormatReader format,
            FetchedQueue queue,
            boolean tracked,
            boolean metadata,
            boolean finishAtEnd) {
        this.context = context;
        this.out = out;
        this.format = format;
        this.queue = queue;
        this.tracked = tracked;
        this.metadata = metadata;
        this.finishAtEnd = finishAtEnd;
        withoutValue = context.counter("records.without.value");
        context.gauge("records.lag", this::lag);
        inputs = new PendingInputs<>(context, out);
    }

    void restore(Collection<Position> own) {
        own.forEach(each -> partition(each.partition()).restore(each));
    }

    private ReadPartition partition(TopicPartition id) {
        return partitions.computeIfAbsent(id, none -> new ReadPartition(id, partitions.size()));
    }

    void nextTuple() {
        fromNone();
        if (inputs.repeat()) {
            return;
        }
        if (!inputs.mayEmit()) {
            out.idleUntil(inputs.deadline());
            return;
        }
        if (batch != null) {
            from(of);
        }
        int budget = CALL_BUDGET;
        while (budget > 0) {
            if (batch != null) {
                budget -= emitNext();
                continue;
            }
            Fetched next = queue.poll();
            if (next == null) {
                break;
            }
            take(next);
            budget -= EVENT_COST;
        }
        if (batch == null && budget > 0) {
            finishOrWait();
        }
    }

    private void finishOrWait() {
        boolean allRead = finishAtEnd
                && listed
                && inputs.isEmpty()
                && partitions.values().stream().allMatch(ReadPartition::isDone);
        if (allRead && !finished) {
            finished = true;
            out.finish();
        }
        if (queue.mayWait()) {
            out.idleUntil(Math.min(context.nanoTime() + UNTIL_WOKEN_NANOS, inputs.deadline()));
        }
    }

    private void take(Fetched next) {
        if (next instanceof Fetched.Records records) {
            of = partition(records.partition());
            batch = records;
            rest = records.records().iterator();
            from(of);
        } else if (next instanceof Fetched.Assigned assigned) {
            partition(assigned.partition()).assigned(assigned);
            tellPartitions();
        } else if (next instanceof Fetched.Present present) {
            listed = true;
            present.undecided().forEach(this::partition);
            present.partitions().forEach(this::partition);
            partitions
                    .values()
                    .forEach(each -> each.present(present.partitions().contains(each.id)));
            tellPartitions();
        } else if (next instanceof Fetched.Problem problem) {
            context.counter(problem.counter()).add(problem.amount());
            if (problem.subject().isEmpty() || told.add(problem.subject())) {
                out.reportError(problem.error());
            }
        } else if (next instanceof Fetched.Solved solved) {
            told.remove(solved.subject());
        }
    }

    /** Tells which partitions hold event time back: none that was read to its end, or is gone, does. */
    private void tellPartitions() {
        out.eventTimePartitions(partitions.values().stream()
                .filter(each -> each.isPresent() && !each.isDone())
                .mapToInt(each -> each.number)
                .toArray());
        partitionsTold = true;
        tellBacklog();
    }

    /** Tells the backlog: partitions with records that are not fetched yet are not idle, however long others take. */
    private void tellBacklog() {
        out.eventTimeBacklog(partitions.values().stream()
                .filter(each -> each.lag() > 0)
                .mapToInt(each -> each.number)
                .toArray());
    }

    private void from(ReadPartition partition) {
        if (partition.isPresent() && !partition.isDone()) {
            out.eventTimePartition(partition.number);
        } else {
            fromNone();
        }
    }

    /** What is emitted moves no event time: its time is known already, or its partition holds nobody back. */
    private void fromNone() {
        if (partitionsTold) {
            out.eventTimePartition(NO_PARTITION);
        }
    }

    private int emitNext() {
        if (!rest.hasNext() || of.isDone()) {
            endBatch();
            return EVENT_COST;
        }
        ConsumerRecord<ByteBuffer, ByteBuffer> record = rest.next();
        ByteBuffer value = record.value();
        // Before the emission, as an exception of it must not bring the record again
        of.moveTo(record.offset() + 1);
        if (value == null) {
            withoutValue(record.offset());
            return RECORD_COST;
        }
        int length = value.remaining();
        int begin = value.arrayOffset() + value.position();
        FormatReader.Row row = metadata
                ? format.read(
                        value.array(),
                        begin,
                        length,
                        of.name,
                        record.offset(),
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        record.timestamp() == ConsumerRecord.NO_TIMESTAMP ? null : record.timestamp(),
                        copy(record.key()))
                : format.read(value.array(), begin, length, of.name, record.offset());
        if (row != null && tracked) {
            inputs.emit(new Pending(of, record.offset(), row, length));
        } else if (row != null) {
            out.emitTo(row.stream(), null, row.values());
        }
        return length + RECORD_COST;
    }

    private static byte[] copy(ByteBuffer key) {
        if (key == null) {
            return null;
        }
        byte[] bytes = new byte[key.remaining()];
        key.duplicate().get(bytes);
        return bytes;
    }

    private void withoutValue(long offset) {
        withoutValue.increment();
        if (told.add("without value")) {
            LOG.warn(
                    "component '{}', task {}: the record {}@{} has no value: it makes no tuple, and further ones are"
                            + " counted as records.without.value; read a topic without deletions, or expect them",
                    context.componentId(),
                    context.taskId(),
                    of.name,
                    offset);
        }
    }

    private void endBatch() {
        boolean wasDone = of.isDone();
        of.moveTo(batch.next());
        boolean hadMore = of.lag() > 0;
        of.lag(batch.lag());
        queue.done(batch);
        batch = null;
        rest = null;
        if (finishAtEnd && (wasDone || of.isDone())) {
            tellPartitions();
        } else if (partitionsTold && hadMore != of.lag() > 0) {
            tellBacklog();
        }
    }

    void ack(Object messageId) {
        inputs.ack(messageId);
    }

    void fail(Object messageId) {
        inputs.fail(messageId);
    }

    /** What is pending may have to be emitted again, so the position is before it. */
    private List<Position> positions() {
        Map<ReadPartition, Long> first = new HashMap<>();
        for (Pending each : inputs.all()) {
            first.merge(each.partition, each.offset, Math::min);
        }
        List<Position> positions = new ArrayList<>();
        for (ReadPartition each : partitions.values()) {
            positions.add(each.snapshot(first.getOrDefault(each, Long.MAX_VALUE)));
        }
        return positions;
    }

    Object snapshot() {
        return positions().stream().map(Position::encode).toList();
    }

    /** Returns what a group may be told: what need not be read again. */
    Map<TopicPartition, OffsetAndMetadata> committable() {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (Position each : positions()) {
            if (each.offset() != Position.UNRESOLVED) {
                offsets.put(each.partition(), new OffsetAndMetadata(each.offset()));
            }
        }
        return offsets;
    }

    private double lag() {
        return partitions.values().stream().mapToLong(ReadPartition::lag).sum();
    }
}
