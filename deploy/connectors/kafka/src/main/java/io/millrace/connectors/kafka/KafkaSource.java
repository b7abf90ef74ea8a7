// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.PendingInputs;
import io.millrace.operators.format.FormatReader;
import io.millrace.operators.format.Formats;
import io.millrace.operators.format.ReadFormat;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;

/**
 * Emits the records of topics. Its tasks divide the partitions among them, and read each in its order. Immutable: each
 * method that sets something returns another source.
 *
 * <pre>{@code
 * builder.setSpout("views", KafkaSource.topic("broker:9092", "views").format(Formats.text()), 4);
 * }</pre>
 *
 * <p>A snapshot contains the offsets of all partitions, and can be restored with any number of tasks. Without snapshots
 * a new worker begins where {@link #from} says; with at-least-once records are tracked, and emitted again until they
 * are acked.
 *
 * <p>A record that the format cannot read goes to the stream {@code malformed}, see {@link FormatReader}.
 */
public final class KafkaSource implements ReplayableSpout {

    private static final long serialVersionUID = 1L;

    private static final long MIN_BUFFER_BYTES = 64 << 10;
    private static final long MAX_BUFFER_BYTES = 1L << 30;
    private static final Duration MAX_EVERY = Duration.ofHours(24);
    private static final String[] METADATA = {"topic", "partition", "offset", "timestamp", "key"};

    private static final Map<String, String> OWN_PROPERTIES = Map.of(
            "bootstrap.servers", "name the servers in topic()",
            "key.deserializer", "use format()",
            "value.deserializer", "use format()",
            "group.id", "use group()",
            "enable.auto.commit", "use group()",
            "auto.offset.reset", "use from()");

    private final ClientProperties properties;
    private final Selection selection;
    private ReadFormat format = Formats.text();
    private Start start = Start.earliest();
    private boolean metadata;
    private boolean finishAtEnd;
    private String group;
    private Duration commitEvery = Duration.ofSeconds(5);
    private Duration lookEvery = Duration.ofSeconds(10);
    private long bufferBytes = 16 << 20;

    private transient SourceTask task;
    private transient TaskContext context;
    private transient SpoutCollector out;
    private transient FetchedQueue queue;
    private transient List<Position> restored;
    private transient Consumer<ByteBuffer, ByteBuffer> consumer;
    private transient ClientErrors errors;
    private transient Topics topics;
    private transient Fetcher fetcher;
    private transient FetchThread thread;
    private transient boolean snapshots;

    private KafkaSource(ClientProperties properties, Selection selection) {
        this.properties = properties;
        this.selection = selection;
    }

    private KafkaSource copy(ClientProperties with) {
        KafkaSource copy = new KafkaSource(with, selection);
        copy.format = format;
        copy.start = start;
        copy.metadata = metadata;
        copy.finishAtEnd = finishAtEnd;
        copy.group = group;
        copy.commitEvery = commitEvery;
        copy.lookEvery = lookEvery;
        copy.bufferBytes = bufferBytes;
        return copy;
    }

    private KafkaSource copy() {
        return copy(properties);
    }

    /**
     * Returns a source that reads each record's value as text in UTF-8, into the field {@code line}, from the oldest
     * record on.
     *
     * @param servers host:port, separated by commas
     */
    public static KafkaSource topic(String servers, String topic) {
        return topics(servers, topic == null ? List.of() : List.of(topic));
    }

    /** A source that reads several topics as one. */
    public static KafkaSource topics(String servers, List<String> topics) {
        return new KafkaSource(ClientProperties.of(servers), Selection.topics(topics));
    }

    /** A source that reads all topics whose whole name matches a regular expression, also such as are made later. */
    public static KafkaSource pattern(String servers, String regex) {
        return new KafkaSource(ClientProperties.of(servers), Selection.pattern(regex));
    }

    /**
     * Reads the values of records, instead of as text. A record without a value has no tuple, and is counted as
     * {@code records.without.value}.
     */
    public KafkaSource format(ReadFormat readFormat) {
        KafkaSource copy = copy();
        copy.format = Objects.requireNonNull(readFormat, "the format is null: give one");
        return copy;
    }

    /** Says where to begin in a partition of which no snapshot has the position; by default {@link Start#earliest}. */
    public KafkaSource from(Start where) {
        KafkaSource copy = copy();
        copy.start = Objects.requireNonNull(where, "the start is null: give one");
        return copy;
    }

    /**
     * Adds the fields {@code topic} (a string), {@code partition} (an int), {@code offset} and {@code timestamp}
     * (longs, the latter in milliseconds since 1970, or null if the record has none), and {@code key} (a
     * {@code byte[]}, or null) behind those of the format.
     */
    public KafkaSource withMetadata() {
        KafkaSource copy = copy();
        copy.metadata = true;
        return copy;
    }

    /**
     * Finishes when all partitions are read to the ends that they have when they are found, instead of following them.
     */
    public KafkaSource finishAtEnd() {
        KafkaSource copy = copy();
        copy.finishAtEnd = true;
        return copy;
    }

    /**
     * Commits offsets in this consumer group, for people who watch it: with snapshots when one is committed, otherwise
     * every {@link #commitEvery} what was acked. The source itself reads them only with {@link Start#committed}.
     */
    public KafkaSource group(String name) {
        check(name != null && !name.isBlank(), "the group's name is empty: give one");
        KafkaSource copy = copy();
        copy.group = name;
        return copy;
    }

    /**
     * Sets how often offsets are committed without snapshots.
     *
     * @param time 100 ms to 24 h; by default 5 s
     */
    public KafkaSource commitEvery(Duration time) {
        checkTime("commitEvery", time);
        KafkaSource copy = copy();
        copy.commitEvery = time;
        return copy;
    }

    /**
     * Sets how often the source looks for new topics and partitions.
     *
     * @param time 100 ms to 24 h; by default 10 s
     */
    public KafkaSource lookEvery(Duration time) {
        checkTime("lookEvery", time);
        KafkaSource copy = copy();
        copy.lookEvery = time;
        return copy;
    }

    /**
     * Sets how much a task reads ahead. The client itself holds up to {@code fetch.max.bytes} besides.
     *
     * @param bytes 65,536 to 1 GiB; by default 16 MiB
     */
    public KafkaSource bufferBytes(long bytes) {
        check(
                bytes >= MIN_BUFFER_BYTES && bytes <= MAX_BUFFER_BYTES,
                "bufferBytes is " + bytes + ": set " + MIN_BUFFER_BYTES + " to " + MAX_BUFFER_BYTES);
        KafkaSource copy = copy();
        copy.bufferBytes = bytes;
        return copy;
    }

    /**
     * Passes a property to the client, such as {@code security.protocol}, {@code fetch.max.bytes}, or
     * {@code isolation.level}, which is {@code read_committed} otherwise. It becomes part of the topology as it is
     * stored in the cluster; {@code ${env:NAME}} and {@code ${file:/path}} in a value stand for what the worker's node
     * has, see {@link io.millrace.api.config.Secrets}.
     */
    public KafkaSource property(String key, String value) {
        return copy(properties.with(key, value, OWN_PROPERTIES));
    }

    private static void checkTime(String name, Duration time) {
        check(
                time != null && time.toMillis() >= 100 && time.compareTo(MAX_EVERY) <= 0,
                name + " is " + time + ": set 100 ms to 24 h");
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new TopologyException(otherwise);
        }
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        check(
                start.kind() != Start.Kind.COMMITTED || group != null,
                "the source begins at what was committed, and has no group: name it by group()");
        List<String> names = new ArrayList<>(format.fields().names());
        if (metadata) {
            names.addAll(List.of(METADATA));
        }
        FormatReader.declare(declarer, new Fields(names));
        PendingInputs.declare(declarer);
    }

    @Override
    public void open(TaskContext taskContext, SpoutCollector collector) {
        open(taskContext, collector, null, null);
    }

    /** Opens with a consumer and topics that a test gives, and without a thread. */
    void open(
            TaskContext taskContext,
            SpoutCollector collector,
            Consumer<ByteBuffer, ByteBuffer> givenConsumer,
            Topics givenTopics) {
        context = taskContext;
        out = collector;
        restored = List.of();
        boolean tracked = context.config().get(TopologyKeys.GUARANTEE) == Guarantee.AT_LEAST_ONCE;
        queue = new FetchedQueue(bufferBytes, () -> context.execute(() -> {}));
        task = new SourceTask(
                context, out, new FormatReader(format, context, out), queue, tracked, metadata, finishAtEnd);
        errors = properties.errors();
        if (givenConsumer != null) {
            consumer = givenConsumer;
            topics = givenTopics;
        } else {
            connect();
        }
        if (group != null) {
            commitLater();
        }
    }

    private void connect() {
        try {
            consumer = new KafkaConsumer<>(
                    properties.with(clientDefaults()), new ByteBufferDeserializer(), new ByteBufferDeserializer());
            topics = new AdminTopics(
                    Admin.create(properties.forAdmin(AdminClientConfig.configNames())),
                    selection,
                    lookEvery,
                    context::nanoTime);
        } catch (KafkaException e) {
            throw errors.failure("cannot make a client for " + properties.servers(), e, "the worker does not start");
        }
    }

    private Map<String, Object> clientDefaults() {
        Map<String, Object> defaults = new HashMap<>(Map.of(
                "client.id", name(),
                "isolation.level", "read_committed",
                "enable.auto.commit", "false",
                "auto.offset.reset", "none",
                "allow.auto.create.topics", "false",
                "max.poll.records", "2000"));
        if (group != null) {
            defaults.put("group.id", group);
        }
        return defaults;
    }

    private String name() {
        return "millrace-" + context.topologyName() + "-" + context.componentId() + "-" + context.taskIndex();
    }

    /** Begins at the first call, as the positions of a snapshot come after {@link #open}. */
    private void begin() {
        int tasks = context.taskCount();
        int index = context.taskIndex();
        fetcher = new Fetcher(
                consumer,
                topics,
                new Fetcher.Reading(selection, start, finishAtEnd),
                errors,
                new Partitions(id -> selection.taskOf(id, tasks) == index, restored, selection.hasPattern()),
                queue,
                context::nanoTime);
        if (consumer instanceof KafkaConsumer) {
            thread = new FetchThread(fetcher, "kafka-" + context.componentId() + "-" + index);
            queue.wakeFetcherBy(thread::wake);
            thread.start();
        }
    }

    /** The fetcher, which tests call instead of a thread. */
    Fetcher fetcher() {
        return fetcher;
    }

    @Override
    public void nextTuple() {
        if (fetcher == null) {
            begin();
        }
        task.nextTuple();
    }

    @Override
    public void ack(Object messageId) {
        task.ack(messageId);
    }

    @Override
    public void fail(Object messageId) {
        task.fail(messageId);
    }

    @Override
    public Object snapshot() {
        return task.snapshot();
    }

    @Override
    public void restore(List<Object> positions) {
        restored = Position.decode(positions).stream()
                .filter(each -> selection.contains(each.partition().topic()))
                .toList();
        task.restore(restored.stream()
                .filter(each -> selection.taskOf(each.partition(), context.taskCount()) == context.taskIndex())
                .toList());
    }

    @Override
    public void committed(long snapshotId) {
        snapshots = true;
        commit();
    }

    private void commitLater() {
        context.executeAt(context.nanoTime() + commitEvery.toNanos(), () -> {
            if (!snapshots) {
                commit();
                commitLater();
            }
        });
    }

    private void commit() {
        if (group != null && fetcher != null) {
            fetcher.commit(task.committable());
        }
    }

    @Override
    public void close() {
        if (thread != null) {
            thread.close();
            return;
        }
        if (topics != null) {
            topics.close();
        }
        if (consumer != null) {
            consumer.close();
        }
    }
}
