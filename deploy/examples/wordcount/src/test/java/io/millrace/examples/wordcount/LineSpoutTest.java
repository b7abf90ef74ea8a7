package io.millrace.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineSpoutTest {

    private static final long MILLISECOND = 1_000_000L;

    /** More than there are lines. */
    private static final int CALLS = 20;

    @TempDir
    private Path directory;

    private Config config;

    @BeforeEach
    void input() throws Exception {
        Path file = Files.writeString(directory.resolve("in.txt"), "a b\n--\nc d e\nf\ng h\n");
        config = Config.empty().with(WordCount.INPUT, file);
    }

    @Test
    void tasksShareTheLinesAndNumberTheirWords() {
        assertThat(lines(run(config, 0, 2)))
                .containsExactly(List.of("a b", 0, 0L), List.of("c d e", 0, 2L), List.of("g h", 0, 5L));
        assertThat(lines(run(config, 1, 2))).containsExactly(List.of("f", 1, 0L));
    }

    @Test
    void readsAsOftenAsTold() {
        FakeTask task = run(config.with(WordCount.REPEAT, 2), 0, 1);

        assertThat(task.emitted).hasSize(8);
        assertThat(task.emitted.get(4).values()).isEqualTo(List.of("a b", 0, 8L));
        assertThat(task.counters).containsEntry("remaining", 8L);
    }

    @Test
    void finishesOnlyWhenAllIsAckedAndRepeatsWhatFailed() {
        FakeTask task = new FakeTask(config, 0, 1);
        LineSpout spout = open(task);
        call(spout, CALLS);
        assertThat(task.emitted).hasSize(4);
        assertThat(task.finished).isFalse();

        spout.fail(2L);
        spout.nextTuple();
        assertThat(task.emitted.get(4)).isEqualTo(task.emitted.get(1));

        task.emitted.stream().map(FakeTask.Emitted::id).distinct().forEach(spout::ack);
        spout.nextTuple();
        assertThat(task.finished).isTrue();
        assertThat(task.counters).containsEntry("remaining", 0L);
    }

    @Test
    void emitsAtItsRateFromTheIntendedTime() {
        FakeTask task = new FakeTask(config.with(WordCount.RATE, 100), 0, 1);
        LineSpout spout = open(task);

        call(spout, CALLS);
        assertThat(task.emitted).hasSize(1);
        assertThat(task.idleUntil).isEqualTo(10 * MILLISECOND);
        task.nanoTime = 35 * MILLISECOND;
        call(spout, CALLS);

        assertThat(task.emitted)
                .extracting(FakeTask.Emitted::intendedNanos)
                .containsExactly(0L, 20 * MILLISECOND, 30 * MILLISECOND);
    }

    @Test
    void aReplacementGoesOnWithTheFirstLineThatIsNotDone() {
        Config durable = config.with(WordCount.STATE, directory.resolve("state"));
        FakeTask dead = new FakeTask(durable, 0, 1);
        LineSpout spout = open(dead);
        call(spout, CALLS);
        spout.ack(0L);
        spout.ack(3L);
        dead.nanoTime = 200 * MILLISECOND;
        spout.nextTuple();

        FakeTask replacement = run(durable, 0, 1);

        assertThat(lines(replacement))
                .containsExactly(List.of("c d e", 0, 2L), List.of("f", 0, 5L), List.of("g h", 0, 6L));
        assertThat(replacement.counters).containsEntry("remaining", 3L);
    }

    @Test
    void bytesThatAreNotUtf8AreReadAllTheSame() throws Exception {
        Files.write(directory.resolve("in.txt"), new byte[] {'x', (byte) 0xff, 'y', '\n'});

        assertThat(lines(run(config, 0, 1))).containsExactly(List.of("x\ufffdy", 0, 0L));
    }

    @Test
    void withoutInputItSaysHowToNameOne() {
        assertThatThrownBy(() -> open(new FakeTask(Config.empty(), 0, 1)))
                .hasMessageContaining("-c app.wordcount.input=FILE");
    }

    private static FakeTask run(Config config, int index, int count) {
        FakeTask task = new FakeTask(config, index, count);
        call(open(task), CALLS);
        return task;
    }

    private static void call(LineSpout spout, int times) {
        for (int i = 0; i < times; i++) {
            spout.nextTuple();
        }
    }

    private static LineSpout open(FakeTask task) {
        LineSpout spout = new LineSpout();
        spout.open(task.context(), task.spoutCollector());
        return spout;
    }

    private static List<List<Object>> lines(FakeTask task) {
        return task.emitted.stream().map(FakeTask.Emitted::values).toList();
    }
}
