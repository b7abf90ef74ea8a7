// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What another process sees of a ring. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class RingSnapshotTest {
    private static final RingConfig CONFIG =
            RingConfig.defaults().withCapacityBytes(64 << 10).withMaxProducers(4);
    private static final long PID = ProcessHandle.current().pid();

    @TempDir
    Path directory;

    private Path path;
    private ProcessLock process;
    private RingConsumer consumer;

    @BeforeEach
    void open() throws Exception {
        path = directory.resolve("test.ring");
        process = ProcessLock.acquire(directory);
        consumer = RingConsumer.create(path, CONFIG, process);
    }

    @AfterEach
    void close() {
        consumer.close();
        process.close();
    }

    @Test
    void tellsTheLivingFromTheDeadAndThoseThatClosed() throws Exception {
        ProcessLock mortal = ProcessLock.acquire(directory);
        try (RingProducer living = RingProducer.open(path, process, null);
                RingProducer dead = RingProducer.open(path, mortal, null)) {
            RingProducer closed = RingProducer.open(path, process, null);
            living.offer(1, ByteBuffer.allocate(8), 0, 8, 0);
            living.tryClaim(1, 8, 0);
            dead.offer(1, ByteBuffer.allocate(5), 0, 5, 0);
            mortal.close();
            // The kernel does this for a producer that died before it was closed.
            mortal.release();
            closed.close();

            RingSnapshot ring = RingCounters.open(path).snapshot();

            assertThat(ring.producers())
                    .extracting(SlotCounters::holder)
                    .containsExactly(SlotCounters.Holder.ALIVE, SlotCounters.Holder.DEAD, SlotCounters.Holder.CLOSED);
            SlotCounters first = ring.producers().get(0);
            assertThat(first.slot()).isZero();
            assertThat(first.pid()).isEqualTo(PID);
            assertThat(first.claims()).isEqualTo(2);
            assertThat(first.commits()).isEqualTo(1);
            assertThat(first.bytes()).isEqualTo(8);
            // A short claim stays announced until it is finished.
            assertThat(first.announced()).isEqualTo(1);
            assertThat(directory.resolve("test.ring." + first.registration() + ".owner"))
                    .exists();
            assertThat(ring.producers().get(1).pid()).isZero();
            assertThat(ring.commits()).isEqualTo(2);
            assertThat(ring.usedBytes()).isEqualTo(192);
            living.abort();
            // After this the slot word does not name the dead producer any more.
            consumer.reclaim();
        }
    }

    @Test
    void showsAnAnnounceThatStands() throws Exception {
        FailPoint fatal = Killed.at(FailPoint.Step.CLAIMED, 1);
        try (RingProducer producer = RingProducer.open(path, process, null, fatal)) {
            assertThatThrownBy(() -> producer.tryClaim(1, 8, 0)).isInstanceOf(Killed.class);
            assertThat(consumer.counters().snapshot().producers().get(0).announced())
                    .isZero();
        }
    }

    @Test
    void followsTheConsumer() throws Exception {
        RingCounters outside = RingCounters.open(path);
        assertThat(outside.snapshot().consumerAlive()).isTrue();
        assertThat(outside.snapshot().consumerPid()).isEqualTo(PID);
        assertThat(outside.snapshot().consumerWaiting()).isFalse();
        consumer.doorbell().prepareWait();
        assertThat(outside.snapshot().consumerWaiting()).isTrue();
        consumer.doorbell().cancelWait();
        consumer.close();
        assertThat(outside.snapshot().consumerAlive()).isFalse();
        assertThat(outside.snapshot().closed()).isTrue();
    }

    @Test
    void aFileThatIsCutShortIsAnError() throws Exception {
        Path copy = Files.copy(path, directory.resolve("copy"));
        RingCounters outside = RingCounters.open(copy);
        try (RandomAccessFile file = new RandomAccessFile(copy.toFile(), "rw")) {
            file.setLength(0);
        }
        assertThatThrownBy(outside::snapshot)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("was cut short while it was in use, 0 of its");
    }

    @Test
    void findsRingsAndLeavesLocksAlone() throws Exception {
        Path below = Files.createDirectories(directory.resolve("a/b")).resolve("other.ring");
        Files.writeString(directory.resolve("a/text"), "no ring ".repeat(1000));
        try (RingConsumer other = RingConsumer.create(below, CONFIG, process)) {
            assertThat(RingCounters.find(directory)).containsExactly(other.path(), path);
        }
        assertThat(RingCounters.find(directory)).containsExactly(path);
        assertThat(ProcessLock.isAlive(process.file())).isTrue();
        assertThatThrownBy(() -> RingCounters.find(directory.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }
}
