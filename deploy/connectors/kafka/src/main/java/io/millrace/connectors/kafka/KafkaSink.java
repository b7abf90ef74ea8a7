// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.CommittingBolt;
import io.millrace.api.Counter;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.Formats;
import io.millrace.operators.format.WriteFormat;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes each input as a record to a topic. Immutable: each method that sets something returns another sink.
 *
 * <pre>{@code
 * builder.setBolt("out", KafkaSink.topic("broker:9092", "counts").key("campaign"), 2).blocking().shuffle("count");
 * }</pre>
 *
 * <p>With exactly-once, records are kept in snapshots, and written in a transaction when theirs is committed; who reads
 * with {@code isolation.level=read_committed} sees each once. With other guarantees they are sent as they come, and
 * inputs are acked when the servers have them. {@link #atLeastOnce} and {@link #immediate} choose less.
 */
public final class KafkaSink implements Bolt, CommittingBolt {

    private static final long serialVersionUID = 1L;

    private static final long MIN_MAX_BYTES = 64 << 10;
    private static final long MAX_MAX_BYTES = 32 << 20;
    private static final Duration MIN_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(10);
    private static final long REQUEST_SECONDS = 10;
    private static final int TRANSACTION_BATCH_BYTES = 128 << 10;

    private static final String MAX_REQUEST = "max.request.size";

    private static final Map<String, String> OWN_PROPERTIES = Map.of(
            "bootstrap.servers", "name the servers in topic()",
            "key.serializer", "use key()",
            "value.serializer", "use format()",
            "transactional.id", "use transactionalIds()",
            "transaction.timeout.ms", "it follows from commitTimeout()",
            "max.block.ms", "it follows from commitTimeout()");

    private enum Mode {
        AS_THE_TOPOLOGY,
        AT_LEAST_ONCE,
        IMMEDIATE
    }

    private final ClientProperties properties;
    private final String topic;
    private WriteFormat format = Formats.joined("\t");
    private String keyField;
    private String partitionField;
    private Mode mode = Mode.AS_THE_TOPOLOGY;
    private long maxBytes = MAX_MAX_BYTES;
    private Duration commitTimeout = Duration.ofSeconds(20);
    private String transactionalIds = "millrace";
    private String markers = "__millrace_commits";

    private transient SinkTask task;
    private transient Admin admin;
    private transient CommitThread commits;

    private KafkaSink(ClientProperties properties, String topic) {
        this.properties = properties;
        this.topic = topic;
    }

    private KafkaSink copy(ClientProperties with) {
        KafkaSink copy = new KafkaSink(with, topic);
        copy.format = format;
        copy.keyField = keyField;
        copy.partitionField = partitionField;
        copy.mode = mode;
        copy.maxBytes = maxBytes;
        copy.commitTimeout = commitTimeout;
        copy.transactionalIds = transactionalIds;
        copy.markers = markers;
        return copy;
    }

    private KafkaSink copy() {
        return copy(properties);
    }

    /**
     * Returns a sink that joins the values of an input by tabs, as text in UTF-8.
     *
     * @param servers host:port, separated by commas
     * @param topic must exist
     */
    public static KafkaSink topic(String servers, String topic) {
        check(topic != null && !topic.isBlank(), "the sink's topic is missing: name one");
        return new KafkaSink(ClientProperties.of(servers), topic);
    }

    /** Makes the values of records, instead of joining those of an input. */
    public KafkaSink format(WriteFormat writeFormat) {
        KafkaSink copy = copy();
        copy.format = Objects.requireNonNull(writeFormat, "the format is null: give one");
        return copy;
    }

    /**
     * Takes the key of a record from this field: a {@code byte[]} as it is, null as no key, all else as text in UTF-8.
     */
    public KafkaSink key(String field) {
        check(field != null && !field.isBlank(), "the field of the key is empty: name one");
        KafkaSink copy = copy();
        copy.keyField = field;
        return copy;
    }

    /**
     * Takes the partition of a record from this field, an int. Without it the key decides, or if there is none, the
     * producer.
     */
    public KafkaSink partition(String field) {
        check(field != null && !field.isBlank(), "the field of the partition is empty: name one");
        KafkaSink copy = copy();
        copy.partitionField = field;
        return copy;
    }

    /**
     * Passes a property to the clients, such as {@code security.protocol} or {@code compression.type}. It becomes part
     * of the topology as it is stored in the cluster; {@code ${env:NAME}} and {@code ${file:/path}} in a value stand
     * for what the worker's node has, see {@link io.millrace.api.config.Secrets}.
     */
    public KafkaSink property(String key, String value) {
        return copy(properties.with(key, value, OWN_PROPERTIES));
    }

    /**
     * Sends records as they come also with exactly-once: each is visible at once, and once or more often after a
     * failure.
     */
    public KafkaSink atLeastOnce() {
        KafkaSink copy = copy();
        copy.mode = Mode.AT_LEAST_ONCE;
        return copy;
    }

    /**
     * Sends records as they come, and acks inputs without waiting for the servers. What they do not take is counted as
     * {@code records.failed}, and lost.
     */
    public KafkaSink immediate() {
        KafkaSink copy = copy();
        copy.mode = Mode.IMMEDIATE;
        return copy;
    }

    /**
     * Sets how much a task keeps between two snapshots before it pauses its input until the next one begins. Not used
     * by other modes than exactly-once.
     *
     * @param bytes 65,536 to 33,554,432, which is the default
     */
    public KafkaSink maxBytes(long bytes) {
        check(
                bytes >= MIN_MAX_BYTES && bytes <= MAX_MAX_BYTES,
                "maxBytes is " + bytes + ": set " + MIN_MAX_BYTES + " to " + MAX_MAX_BYTES);
        KafkaSink copy = copy();
        copy.maxBytes = bytes;
        return copy;
    }

    /**
     * Sets how long a commit or a recovery tries to reach the servers before it fails, and the worker is started again.
     *
     * @param time 1 s to 10 min; by default 20 s
     */
    public KafkaSink commitTimeout(Duration time) {
        check(
                time != null && time.compareTo(MIN_TIMEOUT) >= 0 && time.compareTo(MAX_TIMEOUT) <= 0,
                "commitTimeout is " + time + ": set 1 s to 10 min");
        KafkaSink copy = copy();
        copy.commitTimeout = time;
        return copy;
    }

    /**
     * Sets what transactional ids begin with, which go on with topology, component and task. Topologies of the same
     * name that write to the same servers from different clusters need different ones.
     *
     * @param prefix by default {@code millrace}
     */
    public KafkaSink transactionalIds(String prefix) {
        check(prefix != null && !prefix.isBlank(), "the prefix of transactional ids is empty: give one");
        KafkaSink copy = copy();
        copy.transactionalIds = prefix;
        return copy;
    }

    /**
     * Sets the topic in which commits are noted. It is made if it does not exist.
     *
     * @param name by default {@code __millrace_commits}
     */
    public KafkaSink markers(String name) {
        check(name != null && !name.isBlank(), "the topic of markers is empty: name one");
        KafkaSink copy = copy();
        copy.markers = name;
        return copy;
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new TopologyException(otherwise);
        }
    }

    @Override
    public void prepare(TaskContext context, BoltCollector out) {
        Guarantee guarantee = context.config().get(TopologyKeys.GUARANTEE);
        ClientErrors errors = properties.errors();
        try {
            admin = Admin.create(properties.forAdmin(AdminClientConfig.configNames()));
            int partitions = admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get(REQUEST_SECONDS, TimeUnit.SECONDS)
                    .get(topic)
                    .partitions()
                    .size();
            if (mode == Mode.AS_THE_TOPOLOGY && guarantee == Guarantee.EXACTLY_ONCE) {
                task = transactional(context, out, partitions, errors);
            } else {
                task = sending(context, out, partitions, guarantee, errors);
            }
        } catch (ExecutionException | java.util.concurrent.TimeoutException | KafkaException e) {
            throw errors.failure(
                    "cannot write to the topic " + topic + " at " + properties.servers() + " from node "
                            + context.node(),
                    e,
                    "the worker does not start");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TopologyException("interrupted while looking for the topic " + topic, e);
        }
    }

    private Function<Tuple, OutRecord> records(int partitions) {
        RecordFormat records = new RecordFormat(format, keyField, partitionField);
        long most = Long.parseLong(properties.get(MAX_REQUEST, Integer.toString(1 << 20)));
        return input -> records.record(input, partitions, most);
    }

    private SinkTask transactional(TaskContext context, BoltCollector out, int partitions, ClientErrors errors) {
        Markers topicOfMarkers =
                new Markers(markers, errors, admin, this::markerReader, commitTimeout, System::nanoTime);
        topicOfMarkers.prepare();
        String id = transactionalIds + "/" + context.topologyName() + "/" + context.componentId() + "/"
                + context.taskIndex();
        CommitThread thread =
                new CommitThread("millrace-kafka-commit-" + context.componentId() + "-" + context.taskIndex());
        commits = thread;
        Counter failures = context.counter("errors.commit");
        Writers writers = new KafkaWriters(
                each -> producer(each, Map.of("transactional.id", each)),
                topicOfMarkers,
                errors,
                topic,
                commitTimeout,
                System::nanoTime,
                failure -> inTask(context, thread, () -> {
                    failures.increment();
                    out.reportError(failure);
                }));
        return new ExactlyOnceTask(context, out, writers, records(partitions), id, maxBytes, thread);
    }

    /** Recoveries are in the task's thread already, which runs no command before they have ended. */
    private static void inTask(TaskContext context, CommitThread thread, Runnable command) {
        if (!thread.isCaller()) {
            command.run();
            return;
        }
        try {
            context.execute(command);
        } catch (RejectedExecutionException e) {
            // The task has ended, or has more to do than to count; what the commit throws at its end is not lost
        }
    }

    private Consumer<byte[], byte[]> markerReader() {
        Properties all = properties.forAdmin(ConsumerConfig.configNames());
        all.put("isolation.level", "read_committed");
        all.put("auto.offset.reset", "earliest");
        all.put("allow.auto.create.topics", "false");
        return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private SinkTask sending(
            TaskContext context, BoltCollector out, int partitions, Guarantee guarantee, ClientErrors errors) {
        String name = "millrace-" + context.topologyName() + "-" + context.componentId() + "-" + context.taskIndex();
        Producer<byte[], byte[]> producer = producer(name, Map.of());
        long buffer = Long.parseLong(properties.get("buffer.memory", Integer.toString(32 << 20)));
        SendingTask.Setup setup = new SendingTask.Setup(
                topic,
                records(partitions),
                guarantee == Guarantee.AT_LEAST_ONCE ? SendingTask.OnFailure.FAIL_INPUT : SendingTask.OnFailure.COUNT,
                mode == Mode.IMMEDIATE,
                buffer / 2);
        return new SendingTask(context, out, producer, errors, setup);
    }

    private Producer<byte[], byte[]> producer(String name, Map<String, String> more) {
        long timeout = commitTimeout.toMillis();
        Map<String, Object> defaults = new HashMap<>(more);
        defaults.put("client.id", name);
        // A commit looks at its bound between calls that last no longer than this
        defaults.put("max.block.ms", Math.min(timeout, 5_000));
        defaults.put("request.timeout.ms", Math.min(timeout / 2, 10_000));
        defaults.put("delivery.timeout.ms", timeout);
        // All that is sent is there already, so waiting for more would only take time
        defaults.put("linger.ms", more.isEmpty() ? 5 : 0);
        // A transaction that follows at once is refused until servers have ended the one before
        defaults.put("retry.backoff.ms", 10);
        if (!more.isEmpty()) {
            // A request has one batch of a partition, and the commit waits for the answers to all of them
            defaults.put("batch.size", TRANSACTION_BATCH_BYTES);
            defaults.put("transaction.timeout.ms", timeout + 30_000);
        }
        return new KafkaProducer<>(properties.with(defaults), new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public void execute(Tuple input) {
        if (!input.isTick()) {
            task.write(input);
        }
    }

    @Override
    public void begun(long snapshotId) {
        task.begun(snapshotId);
    }

    @Override
    public Object prepare(long snapshotId) {
        return task.prepare(snapshotId);
    }

    @Override
    public void commit(long snapshotId) {
        task.commit(snapshotId);
    }

    /** Returns at once: a thread of the task waits for the servers. */
    @Override
    public CompletionStage<Void> beginCommit(long snapshotId) {
        return task.beginCommit(snapshotId);
    }

    @Override
    public void recover(long generation, List<Prepared> prepared) {
        task.recover(generation, prepared);
    }

    /** Without transactions waits some seconds for what is under way. */
    @Override
    public void close() {
        if (task != null) {
            task.close();
        }
        if (commits != null) {
            commits.close();
        }
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
    }
}
