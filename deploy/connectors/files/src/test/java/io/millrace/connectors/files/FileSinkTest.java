// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.CommittingBolt.Prepared;
import io.millrace.api.config.Guarantee;
import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSinkTest {

    private static final Path OUT = Path.of("/out");
    private static final long SECOND = 1_000_000_000L;
    private static final IOException FULL = new IOException("No space left on device");

    private final SimulatedFiles files = new SimulatedFiles();
    private final FakeTask engine = FakeTask.withSnapshots(0, 1);

    private long generation;

    private FileSink open(FileSink settings, FakeTask task) {
        FileSink sink = settings.suffix(".tsv");
        sink.open(task.context(), task.boltOut(), files, OUT);
        return sink;
    }

    private FileSink withSnapshots(FileSink settings) {
        FileSink sink = open(settings, engine);
        sink.recover(++generation, List.of());
        return sink;
    }

    private FileSink successor(Object handle) {
        FileSink sink = open(FileSink.lines("/out"), FakeTask.withSnapshots(0, 1));
        sink.recover(++generation, handle == null ? List.of() : List.of(new Prepared(7, 0, handle)));
        return sink;
    }

    @Test
    void aFileHasTheLinesBetweenTwoSnapshotsAndIsVisibleWhenTheLaterIsCommitted() {
        FileSink sink = withSnapshots(FileSink.lines("/out"));
        sink.execute(FakeTask.tuple("a", 1, null));
        sink.execute(FakeTask.tuple("ä", 2L, 3.5));
        assertThat(sink.prepare(7)).isNotNull();
        assertThat(files.visible()).isEmpty();
        sink.execute(FakeTask.tuple("later"));
        sink.commit(7);
        assertThat(files.visible()).containsExactly("part-0-7.tsv");
        assertThat(files.text(OUT.resolve("part-0-7.tsv"))).isEqualTo("a\t1\t\nä\t2\t3.5\n");
        assertThat(engine.acked).hasSize(3);
    }

    @Test
    void anIntervalWithoutInputsMakesNoFile() {
        FileSink sink = withSnapshots(FileSink.lines("/out"));
        assertThat(sink.prepare(7)).isNull();
        sink.commit(7);
        sink.close();
        assertThat(files.visible()).isEmpty();
        assertThat(files.hidden()).isEmpty();
    }

    @Test
    void callsMayBeRepeated() {
        FileSink sink = withSnapshots(FileSink.lines("/out"));
        sink.execute(FakeTask.tuple("a"));
        Object handle = sink.prepare(7);
        assertThat(sink.prepare(7)).isEqualTo(handle);
        sink.commit(7);
        sink.commit(7);
        successor(handle);
        successor(handle);
        assertThat(files.visible()).containsExactly("part-0-7.tsv");
    }

    @Test
    void aLargeIntervalIsDividedIntoFilesThatBecomeVisibleTogether() {
        FileSink sink = withSnapshots(FileSink.lines("/out").rollBytes(64 << 10));
        String line = "x".repeat(1023);
        for (int i = 0; i < 130; i++) {
            sink.execute(FakeTask.tuple(line));
        }
        sink.prepare(7);
        assertThat(files.visible()).isEmpty();
        sink.commit(7);
        assertThat(files.visible()).containsExactly("part-0-7-1.tsv", "part-0-7-2.tsv", "part-0-7.tsv");
        assertThat(files.text(OUT.resolve("part-0-7.tsv"))).hasSize(64 << 10);
    }

    @Test
    void aNameOfAnEarlierTopologyIsNotUsedAgain() {
        FileSink first = withSnapshots(FileSink.lines("/out"));
        first.execute(FakeTask.tuple("first"));
        first.prepare(7);
        first.commit(7);
        FileSink second = successor(null);
        second.execute(FakeTask.tuple("second"));
        second.prepare(7);
        second.commit(7);
        assertThat(files.text(OUT.resolve("part-0-7.tsv"))).isEqualTo("first\n");
        assertThat(files.text(OUT.resolve("part-0-7-1.tsv"))).isEqualTo("second\n");
    }

    @Test
    void aTaskThatIsBelievedDeadAndGoesOnShowsNothing() {
        FileSink zombie = withSnapshots(FileSink.lines("/out"));
        zombie.execute(FakeTask.tuple("once"));
        Object handle = zombie.prepare(7);
        zombie.execute(FakeTask.tuple("repeated"));
        zombie.prepare(8);

        FileSink sink = successor(handle);
        zombie.commit(7);
        assertThatThrownBy(() -> zombie.commit(8)).hasMessageContaining("another task has removed it");
        zombie.execute(FakeTask.tuple("late"));
        zombie.prepare(9);
        zombie.close();
        sink.execute(FakeTask.tuple("repeated"));
        sink.prepare(10);
        sink.commit(10);

        assertThat(files.visible()).containsExactly("part-0-10.tsv", "part-0-7.tsv");
        assertThat(files.text(OUT.resolve("part-0-10.tsv"))).isEqualTo("repeated\n");
    }

    @Test
    void whatAReaderHasTakenIsNotMissed() {
        FileSink sink = withSnapshots(FileSink.lines("/out"));
        sink.execute(FakeTask.tuple("a"));
        Object handle = sink.prepare(7);
        sink.commit(7);
        files.delete(OUT.resolve("part-0-7.tsv"));
        successor(handle).close();
        assertThat(files.visible()).isEmpty();
    }

    @Test
    void aPreparedFileThatHasLostBytesIsNotShown() {
        FileSink sink = withSnapshots(FileSink.lines("/out"));
        sink.execute(FakeTask.tuple("a"));
        List<PreparedFile> handle = PreparedFile.decode(sink.prepare(7));
        PreparedFile first = handle.get(0);
        PreparedFile longer =
                new PreparedFile(7, first.directory(), first.temporary(), first.visible(), first.bytes() + 1);
        assertThatThrownBy(() -> successor(PreparedFile.encode(List.of(longer))))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("has 2 bytes, and had 3 when it was prepared");
        assertThat(files.visible()).isEmpty();
    }

    @Test
    void temporaryFilesOfOtherSinksStay() throws IOException {
        Path other =
                OUT.resolve(SinkNames.of("part", "", "topology", "other", 0).temporary(0, 0));
        files.create(other).close();
        withSnapshots(FileSink.lines("/out"));
        assertThat(files.hidden()).containsExactly(other.getFileName().toString());
    }

    @Test
    void aFullDiskPausesTheInputAndLosesNothing() {
        FileSink sink = withSnapshots(FileSink.lines("/out"));
        String line = "x".repeat(40_000);
        sink.execute(FakeTask.tuple(line));
        files.failWrites(FULL);
        sink.execute(FakeTask.tuple(line));
        assertThat(engine.paused).isTrue();
        engine.advance(SECOND);
        assertThat(engine.errors).singleElement().asString().contains("/out", "No space left on device");
        assertThatThrownBy(() -> sink.prepare(7))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("No space left on device")
                .message()
                .hasLineCount(1);
        assertThat(engine.paused).isTrue();

        files.failWrites(null);
        engine.advance(SECOND);
        assertThat(engine.paused).isFalse();
        sink.prepare(8);
        sink.commit(8);
        assertThat(files.text(OUT.resolve("part-0-8.tsv"))).isEqualTo((line + "\n").repeat(2));
        assertThat(engine.errors).hasSize(1);
        assertThat(engine.counter("errors.files")).as("each try").isEqualTo(3);
    }

    @Test
    void aFailedFsyncIsNotForgotten() {
        FileSink sink = withSnapshots(FileSink.lines("/out"));
        sink.execute(FakeTask.tuple("a"));
        files.failForce(new IOException("Input/output error"));
        assertThatThrownBy(() -> sink.prepare(7)).hasMessageContaining("may be lost");
        files.failForce(null);
        engine.advance(SECOND);
        assertThatThrownBy(() -> sink.prepare(8)).hasMessageContaining("may be lost");
        assertThat(engine.paused).isTrue();
    }

    @Test
    void aLineThatReadersWouldMisunderstandIsRefused() {
        FileSink sink = withSnapshots(FileSink.lines("/out").separator(","));
        assertThatThrownBy(() -> sink.execute(FakeTask.tuple("a", new byte[0]))).hasMessageContaining("field 'f1'");
        assertThatThrownBy(() -> sink.execute(FakeTask.tuple("a\nb"))).hasMessageContaining("line break");
        assertThatThrownBy(() -> sink.execute(FakeTask.tuple("a\nb", "c"))).hasMessageContaining("line break");
        sink.execute(FakeTask.tuple("a,b"));
        sink.execute(FakeTask.tuple("a,b", "say \"hi\""));
        sink.execute(FakeTask.tuple(null, ""));
        sink.prepare(7);
        sink.commit(7);
        assertThat(files.text(OUT.resolve("part-0-7.tsv"))).isEqualTo("a,b\n\"a,b\",\"say \"\"hi\"\"\"\n,\"\"\n");
    }

    @Test
    void withoutSnapshotsInputsAreAckedWhenTheirFileIsVisible() {
        FakeTask tracking = new FakeTask(0, 1, Guarantee.AT_LEAST_ONCE);
        FileSink sink = open(FileSink.lines("/out").format(tuple -> "<" + tuple.get(0) + ">"), tracking);
        sink.execute(FakeTask.tuple("a"));
        tracking.advance(SECOND - 1);
        assertThat(tracking.acked).isEmpty();
        assertThat(files.visible()).isEmpty();
        tracking.advance(1);
        assertThat(tracking.acked).hasSize(1);
        assertThat(files.visible()).singleElement().satisfies(name -> {
            assertThat(name).matches("part-0-[0-9a-f]{16}-1\\.tsv");
            assertThat(files.text(OUT.resolve(name))).isEqualTo("<a>\n");
        });
        sink.execute(FakeTask.tuple("b"));
        sink.close();
        assertThat(files.visible()).hasSize(2);
        assertThat(tracking.acked).hasSize(2);
        assertThat(files.hidden()).isEmpty();
    }

    @Test
    void withoutSnapshotsInputsOfALostFileFail() {
        FakeTask tracking = new FakeTask(0, 1, Guarantee.AT_LEAST_ONCE);
        FileSink sink = open(FileSink.lines("/out"), tracking);
        sink.execute(FakeTask.tuple("a"));
        files.failForce(new IOException("Input/output error"));
        tracking.advance(SECOND);
        assertThat(tracking.failed).hasSize(1);
        assertThat(tracking.acked).isEmpty();
        files.failForce(null);
        sink.execute(FakeTask.tuple("a"));
        tracking.advance(SECOND);
        assertThat(tracking.acked).hasSize(1);
        assertThat(files.visible()).hasSize(1);
        assertThat(files.hidden()).isEmpty();
    }

    @Test
    void withoutSnapshotsWhatADeadTaskHasLeftIsRemoved() throws IOException {
        files.create(OUT.resolve(
                        SinkNames.of("part", "", "topology", "files", 0).temporary(0, 3)))
                .close();
        files.create(OUT.resolve(
                        SinkNames.of("part", "", "topology", "files", 5).temporary(0, 0)))
                .close();
        FileSink sink = open(FileSink.lines("/out"), engine);
        sink.execute(FakeTask.tuple("a"));
        sink.close();
        assertThat(files.hidden()).isEmpty();
    }

    @Test
    void aFullDiskWithoutSnapshotsHoldsTheInputs() {
        FakeTask tracking = new FakeTask(0, 1, Guarantee.AT_LEAST_ONCE);
        FileSink sink = open(FileSink.lines("/out"), tracking);
        sink.execute(FakeTask.tuple("a"));
        files.failWrites(FULL);
        tracking.advance(SECOND);
        tracking.advance(SECOND);
        assertThat(tracking.paused).isTrue();
        assertThat(tracking.failed).isEmpty();
        files.failWrites(null);
        tracking.advance(SECOND);
        assertThat(tracking.paused).isFalse();
        assertThat(tracking.acked).hasSize(1);
        assertThat(tracking.errors).hasSize(1);
    }

    @Test
    void aMissingDirectoryIsSaidInOneLine(@TempDir Path directory) {
        Path missing = directory.resolve("missing");
        FileSink sink = FileSink.lines(missing.toString());
        assertThatThrownBy(() -> sink.prepare(engine.context(), engine.boltOut()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(missing + " does not exist on node local")
                .message()
                .hasLineCount(1);
        sink.close();
        List<Object> handle = PreparedFile.encode(List.of(new PreparedFile(7, missing.toString(), ".a.tmp", "a", 1)));
        assertThatThrownBy(() -> successor(handle)).hasMessageContaining("the directory " + missing + " is missing");
    }

    @Test
    void wrongSettingsAreRefusedWithTheBound() {
        FileSink sink = FileSink.lines("/out");
        assertThatThrownBy(() -> sink.rollBytes(65_535)).hasMessageContaining("65536");
        assertThatThrownBy(() -> sink.rollEvery(Duration.ZERO)).hasMessageContaining("1 ms");
        assertThatThrownBy(() -> sink.prefix("../x")).hasMessageContaining("'../x'");
        assertThatThrownBy(() -> sink.suffix("/x")).hasMessageContaining("'/x'");
        assertThatThrownBy(() -> sink.separator("\n")).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> sink.separator("\"")).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> FileSink.lines(" ")).isInstanceOf(TopologyException.class);
        FakeTask tracking = new FakeTask(0, 1, Guarantee.AT_LEAST_ONCE);
        assertThatThrownBy(() -> open(sink.rollEvery(Duration.ofSeconds(30)), tracking))
                .hasMessageContaining("topology.message.timeout");
    }
}
