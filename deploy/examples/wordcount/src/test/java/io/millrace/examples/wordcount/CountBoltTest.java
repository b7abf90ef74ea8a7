package io.millrace.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountBoltTest {

    private static final Tuple TICK = FakeTask.tuple(Map.of());

    @TempDir
    private Path directory;

    @Test
    void acksAtOnceAndCountsRepeatsWithoutState() throws Exception {
        FakeTask task = new FakeTask(Config.empty().with(WordCount.OUTPUT, directory), 0, 1);
        CountBolt bolt = prepared(task);

        bolt.execute(word("a", 0));
        bolt.execute(word("a", 0));

        assertThat(task.acked).hasSize(2);
        bolt.close();
        assertThat(results(0)).isEqualTo("a\t2\n");
    }

    @Test
    void acksWhatTheJournalHoldsAndCountsARepeatedWordOnce() throws Exception {
        FakeTask task = new FakeTask(durable(), 1, 2);
        CountBolt bolt = prepared(task);

        bolt.execute(word("b", 0));
        bolt.execute(word("a", 1));
        bolt.execute(word("b", 0));
        bolt.execute(word("b", 70_000));
        assertThat(task.acked).isEmpty();
        bolt.execute(TICK);

        assertThat(task.acked).hasSize(4);
        assertThat(task.counters).containsEntry("words", 3L);
        assertThat(directory.resolve("counts-1.tsv")).doesNotExist();
        bolt.execute(TICK);
        assertThat(results(1)).isEqualTo("b\t2\na\t1\n");
    }

    @Test
    void flushesWithoutATickWhenItHoldsMany() {
        FakeTask task = new FakeTask(durable(), 0, 1);
        CountBolt bolt = prepared(task);

        for (int i = 0; i < 4_096; i++) {
            bolt.execute(word("w" + i % 7, i));
        }

        assertThat(task.acked).hasSize(4_096);
    }

    @Test
    void aReplacementKnowsWhatWasAckedAndForgetsATornTail() throws Exception {
        CountBolt dead = prepared(new FakeTask(durable(), 0, 1));
        dead.execute(word("kept", 0));
        dead.execute(TICK);
        Path journal = directory.resolve("state").resolve("counts-0.journal");
        long whole = Files.size(journal);
        dead.execute(word("torn", 1));
        dead.execute(TICK);
        truncate(journal, Files.size(journal) - 1);

        FakeTask task = new FakeTask(durable(), 0, 1);
        CountBolt replacement = prepared(task);

        assertThat(Files.size(journal)).isEqualTo(whole);
        replacement.execute(word("kept", 0));
        replacement.execute(word("torn", 1));
        replacement.close();
        assertThat(task.acked).hasSize(2);
        assertThat(results(0)).isEqualTo("kept\t1\ntorn\t1\n");
        CountBolt third = prepared(new FakeTask(durable(), 0, 1));
        third.close();
        assertThat(results(0)).isEqualTo("kept\t1\ntorn\t1\n");
    }

    @Test
    void aBatchThatDoesNotMatchItsChecksumIsCutOff() throws Exception {
        CountBolt dead = prepared(new FakeTask(durable(), 0, 1));
        dead.execute(word("good", 0));
        dead.execute(TICK);
        Path journal = directory.resolve("state").resolve("counts-0.journal");
        long whole = Files.size(journal);
        dead.execute(word("flipped", 1));
        dead.execute(TICK);
        overwrite(journal, Files.size(journal) - 2, (byte) '?');

        prepared(new FakeTask(durable(), 0, 1)).close();

        assertThat(Files.size(journal)).isEqualTo(whole);
        assertThat(results(0)).isEqualTo("good\t1\n");
    }

    private Config durable() {
        return Config.empty().with(WordCount.OUTPUT, directory).with(WordCount.STATE, directory.resolve("state"));
    }

    private static CountBolt prepared(FakeTask task) {
        CountBolt bolt = new CountBolt();
        bolt.prepare(task.context(), task.boltCollector());
        return bolt;
    }

    private static Tuple word(String word, long number) {
        return FakeTask.tuple(Map.of("word", word, "spout", 0, "number", number));
    }

    private String results(int task) throws IOException {
        return Files.readString(directory.resolve("counts-" + task + ".tsv"));
    }

    private static void truncate(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    private static void overwrite(Path file, long position, byte with) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {with}), position);
        }
    }
}
