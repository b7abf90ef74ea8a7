// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.macro.LogBuckets;
import io.millrace.benchmarks.macro.Signals;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelineTest {

    private static final int SECONDS = 3;

    @TempDir
    Path directory;

    @Test
    void theTaskThatTookNothingLongestCounts() throws Exception {
        write(0, 100);
        write(1, 40);

        Timeline timeline = Timeline.read(directory);

        assertThat(timeline.seconds()).isEqualTo(SECONDS);
        assertThat(timeline.longestGapMillis(1, 2)).isEqualTo(600);
        assertThat(timeline.longestGapMillis(0, 1)).isZero();
        assertThat(timeline.tuples(0, 3)).isEqualTo(500 + 440);
        assertThat(timeline.tuples(2, 3)).isEqualTo(200);
    }

    @Test
    void percentilesAreThoseOfAllTasks() throws Exception {
        write(0, 100);

        Timeline timeline = Timeline.read(directory);

        assertThat(timeline.lateMillis(0, 3, 50)).isEqualTo(0.01);
        assertThat(timeline.lateMillis(0, 3, 100)).isBetween(200.0, 207.0);
        assertThat(timeline.lateMillis(2, 2, 99)).isZero();
    }

    /**
     * A task that takes tuples in every slot, in the second second only in the first ones, and is late for one of the
     * last.
     */
    private void write(int task, int until) throws IOException {
        ByteBuffer file =
                ByteBuffer.allocate(SinkTimelineDescriptor.length(SECONDS)).order(ByteOrder.nativeOrder());
        for (int slot = 0; slot < SECONDS * SinkTimelineDescriptor.SLOTS_PER_SECOND; slot++) {
            boolean takes = slot / SinkTimelineDescriptor.SLOTS_PER_SECOND != 1
                    || slot % SinkTimelineDescriptor.SLOTS_PER_SECOND < until;
            file.putInt(SinkTimelineDescriptor.slotOffset(slot), takes ? 1 : 0);
        }
        put(file, 0, 10, 300);
        put(file, 1, 10, until);
        put(file, 2, 10, 99);
        put(file, 2, 200_000, 1);
        Files.write(directory.resolve(SinkTimelineDescriptor.fileName(task)), file.array());
    }

    private static void put(ByteBuffer file, int second, long micros, int count) {
        file.putInt(SinkTimelineDescriptor.bucketOffset(SECONDS, second, LogBuckets.index(micros)), count);
    }

    @Test
    void aSinkThatTakesATaskOverGoesOnInTheSameFile() throws Exception {
        Signals.start(directory, System.nanoTime());
        new SinkTimeline(directory, 0, SECONDS).take(System.nanoTime());
        new SinkTimeline(directory, 0, SECONDS).take(System.nanoTime());

        assertThat(Timeline.read(directory).tuples(0, SECONDS)).isEqualTo(2);
    }

    @Test
    void whatComesBeforeTheStartOrAfterTheEndIsNotRecorded() throws Exception {
        SinkTimeline sink = new SinkTimeline(directory, 0, SECONDS);
        sink.take(System.nanoTime());
        Signals.start(directory, System.nanoTime() - SECONDS * 1_000_000_000L);
        sink.take(System.nanoTime());

        assertThat(Timeline.read(directory).tuples(0, SECONDS)).isZero();
    }

    @Test
    void aRunWithoutSinksIsAnError() {
        assertThatThrownBy(() -> Timeline.read(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no sink has recorded anything");
    }
}
