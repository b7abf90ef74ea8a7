// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.CommittingBolt.Prepared;
import io.millrace.api.config.Guarantee;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Sinks;
import io.millrace.operators.Spouts;
import io.millrace.operators.format.Formats;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class KafkaSinkTest {

    private static final int MAX_BYTES = 100_000;

    private final FakeTask engine = new FakeTask(0, 1, Guarantee.EXACTLY_ONCE);
    private final FakeWriters servers = new FakeWriters(Integer.MAX_VALUE);

    private Executor commits = Runnable::run;

    private ExactlyOnceTask task(List<Prepared> prepared) {
        ExactlyOnceTask task = new ExactlyOnceTask(
                engine.context(),
                engine.boltOut(),
                servers,
                input -> new OutRecord(null, null, input.get(0).toString().getBytes(StandardCharsets.UTF_8)),
                "out/0",
                MAX_BYTES,
                commits);
        task.recover(1, prepared);
        return task;
    }

    @Test
    void inputIsPausedAtTheBoundUntilASnapshotBegins() {
        ExactlyOnceTask task = task(List.of());
        task.write(FakeTask.tuple("x".repeat(MAX_BYTES)));
        assertThat(engine.paused).isTrue();
        task.begun(1);
        assertThat(engine.paused).as("barriers are behind it").isFalse();
        task.write(FakeTask.tuple("y".repeat(MAX_BYTES)));
        assertThat(engine.paused).isFalse();
        task.prepare(1);
        assertThat(engine.paused)
                .as("what is prepared counts until it is committed")
                .isTrue();
        task.commit(1);
        assertThat(engine.paused).isFalse();
        assertThat(servers.visible).hasSize(2);
    }

    @Test
    void inputIsTakenWhileACommitWaitsForTheServers() {
        List<Runnable> under = new ArrayList<>();
        commits = under::add;
        ExactlyOnceTask task = task(List.of());
        task.write(FakeTask.tuple("x".repeat(MAX_BYTES)));
        task.prepare(1);
        CompletableFuture<Void> end = task.beginCommit(1).toCompletableFuture();
        assertThat(end).isNotDone();
        assertThat(engine.paused).as("the next interval has its own bound").isFalse();
        task.write(FakeTask.tuple("y".repeat(MAX_BYTES)));
        assertThat(engine.paused).isTrue();
        assertThat(servers.visible).isEmpty();

        under.get(0).run();
        assertThat(end).isCompleted();
        assertThat(servers.visible).hasSize(1);
        task.prepare(2);
        task.beginCommit(2);
        under.get(1).run();
        assertThat(servers.visible).hasSize(2);
    }

    @Test
    void beyondWhatASnapshotCanContainAllGoBack() {
        ExactlyOnceTask task = task(List.of());
        String large = "x".repeat(1 << 20);
        for (int i = 0; i < 59; i++) {
            task.write(FakeTask.tuple(large));
        }
        task.begun(1);
        task.write(FakeTask.tuple(large));
        task.write(FakeTask.tuple(large));
        assertThatThrownBy(() -> task.begun(2))
                .hasMessageContaining("62914560")
                .hasMessageContaining("topology.snapshot.interval")
                .message()
                .hasLineCount(1);
    }

    @Test
    void anIntervalWithoutInputsHasNoHandle() {
        ExactlyOnceTask task = task(List.of());
        assertThat(task.prepare(1)).isNull();
        task.commit(1);
        task.write(FakeTask.tuple("a"));
        assertThat(engine.acked).hasSize(1);
        Object handle = task.prepare(2);
        assertThat(handle).isInstanceOf(List.class);
        assertThat(servers.visible).isEmpty();
        task(List.of(new Prepared(2, 0, handle)));
        assertThat(servers.visible).containsExactly("a");
    }

    @Test
    void keysPartitionsAndSizesAreChecked() {
        RecordFormat records = new RecordFormat(Formats.value("f0"), "f1", "f2");
        OutRecord record = records.record(FakeTask.tuple("value", "key", 2), 3, 1_000);
        assertThat(record.partition()).isEqualTo(2);
        assertThat(record.key()).isEqualTo("key".getBytes(StandardCharsets.UTF_8));
        assertThat(records.record(FakeTask.tuple("value", null, 0), 3, 1_000).key())
                .isNull();
        assertThatThrownBy(() -> records.record(FakeTask.tuple("value", "key", 3), 3, 1_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("partitions 0 to 2");
        assertThatThrownBy(() -> records.record(FakeTask.tuple("x".repeat(1_000), "key", 0), 3, 1_000))
                .hasMessageContaining("max.request.size is 1000");
        assertThatThrownBy(() -> new RecordFormat(input -> null, null, null).record(FakeTask.tuple("a"), 3, 1_000))
                .hasMessageContaining("null");
    }

    @Test
    void recordsAreEncodedAsTheyAre() {
        RecordBuffer buffer = new RecordBuffer();
        List<OutRecord> records = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            records.add(new OutRecord(i % 3 == 0 ? null : i, i % 2 == 0 ? null : new byte[i], new byte[i % 7]));
        }
        records.add(new OutRecord(7, null, new byte[100_000]));
        records.add(new OutRecord(null, new byte[1], new byte[0]));
        records.forEach(buffer::add);
        List<OutRecord> read = new ArrayList<>();
        long bytes = buffer.bytes();
        Interval interval = new Interval("id", 1, buffer.take());
        assertThat(interval.bytes()).isEqualTo(bytes);
        RecordBuffer.forEach(Interval.decode(interval.encode()).blocks(), read::add);
        assertThat(buffer.isEmpty()).isTrue();
        assertThat(read.stream().map(KafkaSinkTest::content).toList())
                .isEqualTo(records.stream().map(KafkaSinkTest::content).toList());
    }

    private static List<Object> content(OutRecord record) {
        return Arrays.asList(record.partition(), bytes(record.key()), bytes(record.value()));
    }

    private static ByteBuffer bytes(byte[] array) {
        return array == null ? null : ByteBuffer.wrap(array);
    }

    @Test
    void anIntervalOfAnEarlierVersionIsOneArray() {
        byte[] records = {1, 2, 3};
        assertThat(Interval.decode(List.of("id", 5L, records)).blocks()).containsExactly(records);
    }

    @Test
    void markersAreReadAsTheyWereWritten() {
        Marker marker = new Marker("counts-7", 12, List.of(1L, -1L, Long.MIN_VALUE));
        assertThat(Marker.decode(marker.encode())).isEqualTo(marker);
        assertThatThrownBy(() -> Marker.decode("other")).hasMessageContaining("'other' is no marker");
    }

    @Test
    void whatIsWrongIsSaidInOneLine() {
        KafkaSink sink = KafkaSink.topic("localhost:1", "counts");
        assertThatThrownBy(() -> KafkaSink.topic("localhost:1", "")).hasMessageContaining("topic is missing");
        assertThatThrownBy(() -> sink.property("transactional.id", "x")).hasMessageContaining("transactionalIds()");
        assertThatThrownBy(() -> sink.maxBytes(1)).hasMessageContaining("33554432");
        assertThatThrownBy(() -> sink.commitTimeout(Duration.ZERO)).hasMessageContaining("1 s");
        assertThatThrownBy(() -> sink.key(" ")).hasMessageContaining("name one");
    }

    @Test
    void serversThatRefuseTheConnectionAreSaidInOneLine() {
        FakeTask engine = new FakeTask(0, 1, Guarantee.EXACTLY_ONCE);
        KafkaSink sink = KafkaSink.topic("127.0.0.1:1", "counts")
                .property("default.api.timeout.ms", "300")
                .property("request.timeout.ms", "200");
        assertThatThrownBy(() -> sink.prepare(engine.context(), engine.boltOut()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("cannot write to the topic counts at 127.0.0.1:1 from node local")
                .hasMessageContaining("the worker does not start; check that the servers are up")
                .message()
                .hasLineCount(1);
        sink.close();
        assertThatThrownBy(() -> KafkaSink.topic("127.0.0.1:1", "counts")
                        .property("security.protocol", "NONE")
                        .prepare(engine.context(), engine.boltOut()))
                .hasMessageContaining("security.protocol")
                .hasMessageEndingWith("correct this property");
    }

    @Test
    void oneLineMakesThem() {
        assertThat(Spouts.kafka("localhost:1", "views", Formats.text())).isInstanceOf(KafkaSource.class);
        assertThat(Sinks.kafka("localhost:1", "counts", Formats.joined(","))).isInstanceOf(KafkaSink.class);
    }

    @Test
    void theReadmesBlockIsTheOneThatIsCompiled() throws IOException {
        String[] blocks = Files.readString(Path.of("README.md")).split("```java\n");
        String source = Files.readString(Path.of("src/test/java/io/millrace/connectors/kafka/CountViews.java"));
        assertThat(blocks).hasSize(2);
        assertThat(withoutSpace(source)).contains(withoutSpace(blocks[1].split("```")[0]));
    }

    private static String withoutSpace(String text) {
        return String.join("", Arrays.asList(text.split("\\s+")));
    }
}
