// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSourceTest {

    @TempDir
    private Path directory;

    private final List<SourceRun> started = new ArrayList<>();

    @AfterEach
    void close() {
        started.forEach(SourceRun::close);
    }

    private static final int MANY = 1_000;

    private SourceRun start(FileSource source) {
        return start(source, FakeTask.withSnapshots(0, 1));
    }

    private SourceRun start(FileSource source, FakeTask engine) {
        SourceRun run = new SourceRun(source, engine);
        started.add(run);
        return run;
    }

    private FileSource all() {
        return FileSource.lines(directory.toString());
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private void append(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text, StandardOpenOption.APPEND);
    }

    private static String numbers(int from, int to) {
        StringBuilder text = new StringBuilder();
        IntStream.range(from, to).forEach(i -> text.append(i).append('\n'));
        return text.toString();
    }

    private static List<Object> expected(int from, int to) {
        return IntStream.range(from, to).<Object>mapToObj(Integer::toString).toList();
    }

    @Test
    void aGrowingFileIsFollowedLineByLine() throws IOException {
        write("a", "one\ntw");
        SourceRun task = start(all()).run();
        assertThat(task.lines()).containsExactly("one");
        append("a", "o\nthree\n");
        assertThat(task.poll().lines()).containsExactly("one", "two", "three");
        write("b", "four\n");
        assertThat(task.poll().lines()).containsExactly("one", "two", "three", "four");
        assertThat(task.engine.finished).isFalse();
    }

    @Test
    void aFileMayComeLater() throws IOException {
        SourceRun task =
                start(FileSource.lines(directory.resolve("late").toString())).run();
        write("other", "no\n");
        write("late", "yes\n");
        assertThat(task.poll().lines()).containsExactly("yes");
    }

    @Test
    void theGlobSelectsAndHiddenFilesAreNotRead() throws IOException {
        write("a.log", "a\n");
        write("b.txt", "b\n");
        write(".c.log", "c\n");
        Files.createDirectory(directory.resolve("d.log"));
        assertThat(start(all().glob("*.log")).run().lines()).containsExactly("a");
        assertThat(start(all()).run().lines()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aRenamedFileIsReadToItsEndAndTheNewOneFromItsStart() throws IOException {
        for (FileSource source : List.of(
                all().glob("*.log"), FileSource.lines(directory.resolve("a.log").toString()))) {
            write("a.log", "1\n2");
            SourceRun task = start(source).run();
            Files.move(directory.resolve("a.log"), directory.resolve("a.log.1"));
            append("a.log.1", "2\n");
            write("a.log", "3\n");
            assertThat(task.poll().lines()).containsExactly("1", "22", "3");
            append("a.log.1", "4\n");
            append("a.log", "5\n");
            assertThat(task.poll().lines()).containsExactlyInAnyOrder("1", "22", "3", "4", "5");
            assertThat(task.engine.errors).isEmpty();
            Files.delete(directory.resolve("a.log.1"));
        }
    }

    @Test
    void aRotationBetweenSnapshotAndRestoreLosesNothing() throws IOException {
        FileSource source = FileSource.lines(directory.resolve("a.log").toString());
        write("a.log", "1\n");
        SourceRun before = start(source).run();
        Object snapshot = before.source.snapshot();
        append("a.log", "2\n");
        Files.move(directory.resolve("a.log"), directory.resolve("a.log.1"));
        write("a.log", "3\n");
        assertThat(start(source).restored(snapshot).run().lines()).containsExactly("2", "3");
    }

    @Test
    void aTruncatedFileIsToldOnceAndReadAgain() throws IOException {
        write("a", "1\n2\n3\n");
        SourceRun task = start(all()).run();
        write("a", "4\n");
        task.poll().poll();
        assertThat(task.lines()).containsExactly("1", "2", "3", "4");
        assertThat(task.engine.errors)
                .singleElement()
                .asString()
                .contains("/a was truncated or replaced after 6 bytes");
        assertThat(task.engine.counter("files.reset")).isEqualTo(1);
    }

    @Test
    void anotherContentOfTheSameInodeIsReadFromItsStart() throws IOException {
        write("a", "1\n2\n");
        SourceRun before = start(all()).run();
        Object snapshot = before.source.snapshot();
        write("a", "3\n4\n5\n");
        SourceRun task = start(all()).restored(snapshot).run();
        assertThat(task.lines()).containsExactly("3", "4", "5");
        assertThat(task.engine.errors).hasSize(1);
    }

    @Test
    void aFileThatIsWrittenAgainWithTheSameLengthIsReadAgain() throws IOException {
        write("a", "one\n");
        SourceRun task = start(all()).run();
        write("a", "two\n");
        pollUntilSettled(task);
        assertThat(task.lines()).containsExactly("one", "two");
        Files.move(directory.resolve("a"), directory.resolve("b"));
        write("b", "six\n");
        pollUntilSettled(task);
        assertThat(task.lines()).containsExactly("one", "two", "six");
        assertThat(task.engine.counter("files.reset")).isEqualTo(2);
    }

    /**
     * A clock of files that ticks seldom gives two changes the same time, so files are compared once more 2 s after a
     * change.
     */
    private static void pollUntilSettled(SourceRun task) throws IOException {
        for (int i = 0; i < 25; i++) {
            task.poll();
        }
    }

    /** Whether the file system gives the new file the inode of the one before or not. */
    @Test
    void aNewFileWithTheContentOfOneThatWasRemovedIsRead() throws IOException {
        write("a", "one\n");
        Files.setLastModifiedTime(directory, java.nio.file.attribute.FileTime.fromMillis(1_000));
        assumeTrue(FileSet.Found.at(directory).birthKnown(), "the file system knows births");
        SourceRun task = start(all()).run();
        for (String name : List.of("b", "c", "d")) {
            try (var files = Files.list(directory)) {
                for (Path each : files.toList()) {
                    Files.delete(each);
                }
            }
            write(name, "one\n");
            task.poll();
        }
        assertThat(task.lines()).containsExactly("one", "one", "one", "one");
        assertThat(task.engine.counter("bytes.lost")).isZero();
    }

    @Test
    void aLongHeaderHidesNoOtherRows() throws IOException {
        String header = "h".repeat(1_200) + "\n";
        write("a", header + "1\n");
        Object snapshot = start(all()).run().source.snapshot();
        SourceRun task = start(all()).run();
        write("a", header + "2\n3\n4\n");
        assertThat(task.poll().lines()).endsWith(header.strip(), "2", "3", "4").hasSize(6);
        assertThat(start(all()).restored(snapshot).run().lines()).containsExactly(header.strip(), "2", "3", "4");
    }

    @Test
    void aChangeWithinTheSameTickOfTheFileSystemsClockIsFound() throws IOException {
        Path file = write("a", "one\n");
        SourceFile known = new SourceFile("a", 0, file, 0);
        FileSet.Found found = FileSet.Found.at(file);
        known.found(file, found, false, 0);
        assertThat(known.mustBeOpened(0)).as("its content was never compared").isTrue();
        known.compared(4, 1);
        known.offset = 4;
        assertThat(known.mustBeOpened(1_999_999_999L)).isFalse();
        assertThat(known.mustBeOpened(2_000_000_000L)).as("once more").isTrue();
        known.compared(4, 2_000_000_000L);
        assertThat(known.mustBeOpened(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void whatIsTruncatedBeforeItWasReadIsCountedAsLost() throws IOException {
        write("a", "1\n2\nno line feed");
        SourceRun task = start(all()).run();
        write("a", "3\n");
        assertThat(task.poll().lines()).containsExactly("1", "2", "3");
        assertThat(task.engine.errors).singleElement().asString().contains("12 bytes that were not read are lost");
        assertThat(task.engine.counter("bytes.lost")).isEqualTo(12);
    }

    @Test
    void aTouchedFileIsNotReadAgain() throws IOException {
        Path file = write("a", numbers(0, 3_000));
        SourceRun task = start(all()).run();
        Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.fromMillis(1_000));
        task.poll();
        append("a", "3000\n");
        task.poll();
        assertThat(task.lines()).isEqualTo(expected(0, 3_001));
        assertThat(task.engine.errors).isEmpty();
    }

    @Test
    void aFileThatIsRemovedTooEarlyIsToldWithWhatIsLost() throws IOException {
        write("a", "1\nno line feed");
        SourceRun task = start(all()).run();
        Files.delete(directory.resolve("a"));
        task.poll().poll().poll().poll();
        assertThat(task.engine.errors).singleElement().asString().contains("12 bytes from 2 on are lost");
        assertThat(task.engine.counter("bytes.lost")).isEqualTo(12);
        assertThat((List<?>) task.source.snapshot()).isEmpty();
    }

    @Test
    void aTaskWithoutFilesHoldsNobodysEventTimeBack() throws IOException {
        SourceRun task = start(all());
        assertThat(task.engine.partitions).as("it has not looked yet").isNull();
        task.run();
        assertThat(task.engine.partitions).isEmpty();
        write("a", "1\n");
        task.poll();
        assertThat(task.engine.partitions).containsExactly(0);
        assertThat(lastPartition(task)).isZero();
        assertThat(task.engine.backlog).isEmpty();
        Files.delete(directory.resolve("a"));
        task.poll().poll().poll().poll();
        assertThat(task.engine.partitions).isEmpty();
    }

    @Test
    void aFileHoldsEventTimeBackUntilItIsReadAndQuiet() throws IOException {
        write("a", numbers(0, 100));
        write("b", numbers(0, 100));
        SourceRun task = start(all().quietAfter(Duration.ofNanos(3 * SourceRun.POLL)));
        task.step();
        assertThat(task.engine.partitions).containsExactlyInAnyOrder(0, 1);
        assertThat(task.engine.backlog).as("one of them was not read yet").isNotEmpty();
        task.run();
        assertThat(task.engine.backlog).isEmpty();
        assertThat(task.poll().poll().engine.partitions).hasSize(2);
        append("a", "100\n");
        task.poll();
        int growing = lastPartition(task);
        assertThat(task.engine.partitions).containsExactly(growing);
        assertThat(task.poll().poll().engine.partitions).containsExactly(growing);
        assertThat(task.poll().engine.partitions).isEmpty();
        append("b", "100\n");
        assertThat(task.poll().engine.partitions).containsExactly(1 - growing);
        assertThat(lastPartition(task)).isEqualTo(1 - growing);
    }

    private static int lastPartition(SourceRun task) {
        return task.engine.partitionOf.get(task.engine.partitionOf.size() - 1);
    }

    @Test
    void withFinishAtEndAFileThatWasReadHoldsNobodysEventTimeBack() throws IOException {
        write("a", numbers(0, 2_000));
        write("b", numbers(0, 2_000));
        SourceRun task = start(all().finishAtEnd());
        task.step();
        assertThat(task.engine.partitions).hasSize(2);
        while (task.engine.partitions.length == 2) {
            task.step();
        }
        assertThat(task.lines()).hasSize(2_000);
        assertThat(task.finish().engine.partitions).isEmpty();
    }

    @Test
    void aRepeatedLineMovesNoEventTime() throws IOException {
        write("a", "1\n");
        FakeTask engine = new FakeTask(0, 1, Guarantee.AT_LEAST_ONCE);
        SourceRun task = start(all(), engine).run();
        assertThat(lastPartition(task)).isZero();
        task.source.fail(engine.ids.get(0));
        task.poll();
        assertThat(task.lines()).hasSize(2);
        assertThat(lastPartition(task)).isNegative();
    }

    @Test
    void aFileThatWasReadMayBeRemoved() throws IOException {
        write("a", "1\n");
        SourceRun task = start(all()).run();
        Files.delete(directory.resolve("a"));
        task.poll().poll().poll().poll();
        assertThat(task.engine.errors).isEmpty();
        assertThat((List<?>) task.source.snapshot()).isEmpty();
    }

    @Test
    void aFileThatAListingHasMissedIsNotReadAgain() throws IOException {
        write("a", "1\n");
        SourceRun task = start(all()).run();
        Path outside = Files.createTempDirectory(directory, ".outside").resolve("a");
        Files.move(directory.resolve("a"), outside);
        task.poll().poll();
        Files.move(outside, directory.resolve("a"));
        append("a", "2\n");
        assertThat(task.poll().lines()).containsExactly("1", "2");
    }

    @Test
    void aScanIsDoneInSteps() throws IOException {
        write("a", "1\n");
        write("b", "2\n");
        write("c", "3\n");
        FileSet files = new FileSet(directory, null, path -> true, 0, 1, (problem, bytes) -> {});
        assertThat(files.scan(2, null, 0)).isFalse();
        assertThat(files.hasReady()).isFalse();
        assertThat(files.scan(2, null, 0)).isTrue();
        assertThat(files.files()).hasSize(3);
        assertThat(files.scan(3, null, 0)).isTrue();
        files.close();
    }

    @Test
    void anyCallMayBeTheLastBeforeAFailure() throws IOException {
        write("a", numbers(0, 2_000));
        write("b", numbers(2_000, 3_000));
        SourceRun whole = start(all().finishAtEnd());
        List<Object> snapshots = new ArrayList<>();
        List<Integer> emitted = new ArrayList<>();
        while (!whole.engine.finished) {
            snapshots.add(whole.source.snapshot());
            emitted.add(whole.engine.emitted.size());
            whole.step();
        }
        assertThat(whole.lines()).hasSize(3_000).doesNotHaveDuplicates();
        assertThat(snapshots).hasSizeGreaterThan(6);
        for (int i = 0; i < snapshots.size(); i++) {
            List<Object> lines = new ArrayList<>(whole.lines().subList(0, emitted.get(i)));
            lines.addAll(
                    start(all().finishAtEnd()).restored(snapshots.get(i)).run().lines());
            assertThat(lines).containsExactlyInAnyOrderElementsOf(whole.lines());
        }
    }

    @Test
    void anyNumberOfTasksDividesTheFilesAndTakesOverFromAnyOther() throws IOException {
        for (int i = 0; i < 40; i++) {
            write("f" + i, numbers(i * 10, i * 10 + 10));
        }
        List<Object> lines = new ArrayList<>();
        Object[] snapshots = run(3, lines);
        assertThat(lines).containsExactlyInAnyOrderElementsOf(expected(0, 400));
        for (int i = 0; i < 40; i++) {
            append("f" + i, numbers(400 + i, 401 + i));
        }
        lines.clear();
        snapshots = run(5, lines, snapshots);
        assertThat(lines).containsExactlyInAnyOrderElementsOf(expected(400, 440));
        lines.clear();
        run(1, lines, snapshots);
        assertThat(lines).isEmpty();
    }

    private Object[] run(int tasks, List<Object> lines, Object... snapshots) {
        List<Object> after = new ArrayList<>();
        int busy = 0;
        for (int i = 0; i < tasks; i++) {
            SourceRun task = start(all(), FakeTask.withSnapshots(i, tasks));
            task.restored(snapshots).run();
            lines.addAll(task.lines());
            busy += task.lines().isEmpty() ? 0 : 1;
            after.add(task.source.snapshot());
        }
        assertThat(busy).isIn(0, tasks);
        return after.toArray();
    }

    @Test
    void aTaskThatHadNothingHasNoSnapshot() throws IOException {
        write("a", "1\n");
        assertThat(start(all()).restored(null, null).run().lines()).containsExactly("1");
    }

    @Test
    void aCallHasABoundAlsoInAFastFileAndALargeDirectory() throws IOException {
        write("a", numbers(0, 100_000));
        for (int i = 0; i < 1_000; i++) {
            write("f" + i, "x\n");
        }
        SourceRun task = start(all().finishAtEnd());
        int calls = 0;
        while (!task.engine.finished) {
            int before = task.engine.emitted.size();
            task.step();
            assertThat(task.engine.emitted.size() - before).isLessThanOrEqualTo(512);
            calls++;
        }
        assertThat(task.lines()).hasSize(101_000);
        assertThat(calls).isGreaterThan(200);
    }

    @Test
    void aLargeFileDoesNotHoldUpOthers() throws IOException {
        String line = "x".repeat(1_000) + "\n";
        Path large = write("large", line.repeat(5_000));
        Files.setLastModifiedTime(large, java.nio.file.attribute.FileTime.fromMillis(0));
        write("small", "small\n");
        SourceRun task = start(all()).run();
        assertThat(task.lines()).hasSize(5_001);
        assertThat(task.lines().indexOf("small")).isBetween(1_000, 1_200);
    }

    @Test
    void withAtLeastOnceALineIsRepeatedUntilItIsAcked() throws IOException {
        write("a", "1\n2\n3\n");
        FakeTask engine = new FakeTask(0, 1, Guarantee.AT_LEAST_ONCE);
        SourceRun task = start(all().finishAtEnd(), engine).run();
        task.source.ack(engine.ids.get(0));
        task.source.fail(engine.ids.get(1));
        Object snapshot = task.source.snapshot();
        task.poll();
        assertThat(task.lines()).containsExactly("1", "2", "3", "2");
        task.source.ack(engine.ids.get(2));
        assertThat(task.poll().engine.finished).isFalse();
        task.source.ack(engine.ids.get(3));
        assertThat(task.poll().engine.finished).isTrue();

        // What was pending is in no other place than the source.
        assertThat(start(all()).restored(snapshot).run().lines()).containsExactly("2", "3");
    }

    @Test
    void aLineThatCannotBeEmittedHoldsNoOthersUp() throws IOException {
        write("a", "large\n" + numbers(0, 1_000));
        FakeTask engine = new FakeTask(0, 1, Guarantee.AT_LEAST_ONCE);
        engine.refused = values -> values[0].equals("large");
        SourceRun task = start(all().finishAtEnd(), engine);
        int refusals = runThroughRefusals(task, 60);
        assertThat(task.lines()).isEqualTo(expected(0, 1_000));
        assertThat(refusals)
                .as("at once, after 10, 20, ... 5,120 ms, and each 10 s")
                .isBetween(10, 20);
        engine.ids.forEach(task.source::ack);
        assertThat(engine.finished).as("it is held").isFalse();
        assertThat((List<?>) ((List<?>) task.source.snapshot()).get(0))
                .element(2)
                .as("from where another worker reads")
                .isEqualTo(0L);
        engine.refused = values -> false;
        runThroughRefusals(task, 11);
        assertThat(task.lines()).endsWith("large").hasSize(1_001);
        task.source.ack(engine.ids.get(engine.ids.size() - 1));
        assertThat(task.finish().engine.finished).isTrue();
    }

    @Test
    void aLineThatHasFailedTooOftenGoesToAStreamEvenIfItCannotBeEmitted() throws IOException {
        Path file = write("a", "1\nlarge\n2\n");
        FakeTask engine =
                new FakeTask(0, 1, Guarantee.AT_LEAST_ONCE).with(Config.empty().with(TopologyKeys.REPEAT_FAILURES, 4));
        engine.refused = values -> values[0].equals("large");
        SourceRun task = start(all().finishAtEnd(), engine);
        assertThat(runThroughRefusals(task, 5)).isEqualTo(4);
        int last = engine.emitted.size() - 1;
        assertThat(engine.streams.get(last)).isEqualTo("failed");
        assertThat(engine.emitted.get(last)).containsExactly(file + "@2", 4L, "default", null);
        assertThat(engine.counter("inputs.failed")).isEqualTo(1);
        engine.ids.forEach(task.source::ack);
        assertThat(task.finish().engine.finished).isTrue();
    }

    /** Calls the source as the engine does: again after it has thrown. Returns how often it has. */
    private static int runThroughRefusals(SourceRun task, int seconds) {
        int refusals = 0;
        long until = task.engine.now + seconds * 1_000_000_000L;
        while (task.engine.now < until && refusals < MANY) {
            task.engine.idleUntil = Long.MIN_VALUE;
            try {
                task.source.nextTuple();
            } catch (IllegalArgumentException e) {
                refusals++;
                continue;
            }
            if (task.engine.idleUntil != Long.MIN_VALUE) {
                task.engine.now = Math.min(until, Math.max(task.engine.now + 1, task.engine.idleUntil));
            }
        }
        return refusals;
    }

    @Test
    void whatIsMissingIsSaidInOneLine() throws IOException {
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> start(FileSource.lines(missing.resolve("a").toString())))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(missing + " does not exist")
                .message()
                .hasLineCount(1);
        assertThatThrownBy(() -> start(FileSource.lines(missing.toString()).finishAtEnd()))
                .hasMessageContaining(missing + " does not exist");
        assertThatThrownBy(() -> all().glob("[")).hasMessageContaining("'['");
        assertThatThrownBy(() -> all().maxLineBytes(0)).hasMessageContaining("67108864");
        assertThatThrownBy(() -> all().pollEvery(Duration.ZERO)).hasMessageContaining("1 ms");

        Files.createDirectory(missing);
        SourceRun task = start(FileSource.lines(missing.toString())).run();
        Files.delete(missing);
        task.poll().poll();
        assertThat(task.engine.errors).singleElement().asString().contains("cannot list", missing.toString());
        assertThat(task.engine.counter("errors.files")).isEqualTo(2);
        Files.createDirectory(missing);
        Files.write(missing.resolve("a"), "1\n".getBytes(StandardCharsets.UTF_8));
        assertThat(task.poll().lines()).containsExactly("1");
    }
}
