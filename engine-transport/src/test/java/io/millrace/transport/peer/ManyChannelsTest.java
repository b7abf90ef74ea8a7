// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.DropCause;
import io.millrace.transport.PeerCounter;
import io.millrace.transport.RefusalCause;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The effects of the channels of one connection, and of several, on each other; in virtual time. */
@Timeout(60)
class ManyChannelsTest {

    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final int CHANNELS = 20;
    private static final int MIB = 1 << 20;

    private final VirtualTime time = new VirtualTime();
    private final List<DelayedPipe> pipes = new ArrayList<>();

    @AfterEach
    void close() {
        pipes.forEach(DelayedPipe::close);
        time.close();
    }

    @Test
    void aSlowChannelAmongTwentyLeavesTheOthersTheirRate() {
        DelayedPipe pipe = pipe(new VirtualReceiver(time, c -> c), "a", 25 * MILLI, 20e6);
        for (int task = 0; task < CHANNELS; task++) {
            pipe.keepBusy(task, 1000);
        }
        time.runFor(2 * SECOND);
        long[] before = consumed(pipe);
        time.runFor(2 * SECOND);
        long[] together = consumed(pipe);
        pipe.receiver.consume(7, 2000);
        time.runFor(2 * SECOND);
        long[] slowed = consumed(pipe);
        time.runFor(2 * SECOND);
        long[] after = consumed(pipe);
        for (int task = 0; task < CHANNELS; task++) {
            if (task != 7) {
                assertThat((double) (after[task] - slowed[task])).isGreaterThan(0.95 * (together[task] - before[task]));
            }
        }
        assertThat(after[7] - slowed[7]).isBetween(3000L, 5000L);
    }

    private static long[] consumed(DelayedPipe pipe) {
        long[] consumed = new long[CHANNELS];
        for (int task = 0; task < CHANNELS; task++) {
            consumed[task] = pipe.receiver.consumedBytes(task);
        }
        return consumed;
    }

    @Tag("long")
    @Test
    void stuckChannelsOfManyPeersStayWithinTheMemoryAndOneThatIsNotKeepsItsRate() {
        // The windows of the channels at these rates would be 30 MB together, and the least windows alone are 15 MiB.
        int peers = 3;
        long bound = 22L * MIB;
        double wire = 60e6;
        VirtualReceiver receiver = new VirtualReceiver(time, c -> c.inboundMemoryBytes(bound));
        for (int peer = 0; peer < peers; peer++) {
            DelayedPipe pipe = pipe(receiver, "sender-" + peer, 100 * MILLI, wire);
            for (int channel = 0; channel < CHANNELS; channel++) {
                pipe.keepBusy(100 * (peer + 1) + channel, DelayedPipe.MESSAGE_BYTES);
            }
        }
        DelayedPipe free = pipe(receiver, "free", 100 * MILLI, 20e6);
        free.keepBusy(0, DelayedPipe.MESSAGE_BYTES);
        runWithin(bound, receiver, 3 * SECOND);
        double before = free.rateOver(0, 2 * SECOND);
        assertThat(before).isGreaterThan(2e6);
        for (int peer = 0; peer < peers; peer++) {
            for (int channel = 0; channel < CHANNELS; channel++) {
                receiver.consume(100 * (peer + 1) + channel, VirtualReceiver.NOT_AT_ALL);
            }
        }
        runWithin(bound, receiver, 4 * SECOND);
        assertThat(receiver.endpoint.heldBytes.get()).isGreaterThan((long) peers * CHANNELS * 200_000);
        assertThat(free.rateOver(0, 4 * SECOND)).isGreaterThan(0.95 * before);
        assertThat(receiver.endpoint.memory.usedBytes()).isLessThanOrEqualTo(bound);
        // Control messages need no memory, also to a peer whose channels are all stuck.
        assertThat(pipes.get(0).offerControl()).isTrue();
        time.runFor(SECOND);
        assertThat(receiver.controls).isEqualTo(1);
        // All channels go on where they were.
        for (int channel = 0; channel < CHANNELS; channel++) {
            receiver.consume(100 + channel, VirtualReceiver.AT_ONCE);
        }
        runWithin(bound, receiver, 2 * SECOND);
        long[] released = new long[CHANNELS];
        for (int channel = 0; channel < CHANNELS; channel++) {
            released[channel] = receiver.consumedBytes(100 + channel);
        }
        runWithin(bound, receiver, 4 * SECOND);
        for (int channel = 0; channel < CHANNELS; channel++) {
            assertThat(receiver.consumedBytes(100 + channel) - released[channel])
                    .isGreaterThan((long) (0.5 * 4 * wire / CHANNELS));
        }
    }

    private void runWithin(long bound, VirtualReceiver receiver, long nanos) {
        for (long done = 0; done < nanos; done += 10 * MILLI) {
            time.runFor(10 * MILLI);
            assertThat(receiver.endpoint.memory.usedBytes()).isLessThanOrEqualTo(bound);
            assertThat(receiver.endpoint.heldBytes.get()).isLessThanOrEqualTo(receiver.endpoint.memory.usedBytes());
        }
    }

    @Test
    void largeMessagesOfManyPeersArriveOneByOneWhereMemoryIsForNoMore() {
        int peers = 4;
        long bound = 8L * MIB;
        int message = 6 * MIB;
        VirtualReceiver receiver = new VirtualReceiver(time, c -> c.inboundMemoryBytes(bound));
        for (int peer = 0; peer < peers; peer++) {
            pipe(receiver, "sender-" + peer, 25 * MILLI, 20e6).keepBusy(peer, message);
        }
        for (long done = 0; done < 10 * SECOND; done += 10 * MILLI) {
            time.runFor(10 * MILLI);
            assertThat(receiver.endpoint.memory.usedBytes()).isLessThanOrEqualTo(bound + message);
        }
        for (int peer = 0; peer < peers; peer++) {
            assertThat(receiver.consumedMessages(peer)).isGreaterThan(3);
        }
    }

    @Test
    void reconnectingGivesNoMemoryToAReceiverThatIsStuck() {
        long bound = 2L * MIB;
        VirtualReceiver receiver = new VirtualReceiver(time, c -> c.inboundMemoryBytes(bound));
        DelayedPipe pipe = pipe(receiver, "a", 10 * MILLI, 20e6);
        pipe.keepBusy(0, DelayedPipe.MESSAGE_BYTES);
        receiver.consume(0, VirtualReceiver.NOT_AT_ALL);
        for (int i = 0; i < 20; i++) {
            time.runFor(SECOND);
            pipe.cut();
            time.runFor(SECOND);
            assertThat(receiver.endpoint.heldBytes.get()).isLessThanOrEqualTo(bound);
            assertThat(receiver.endpoint.memory.usedBytes()).isLessThanOrEqualTo(bound);
        }
        assertThat(pipe.counters().refusals()).containsKey(RefusalCause.MEMORY);
        assertThat(pipe.counters().lastFailure()).contains("raise transport.inbound.memory.bytes");
        receiver.consume(0, VirtualReceiver.AT_ONCE);
        time.runFor(8 * SECOND);
        assertThat(pipe.rateOver(2 * SECOND)).isGreaterThan(0.95 * 20e6);
        assertThat(receiver.endpoint.memory.orphanedBytes()).isZero();
    }

    @Test
    void channelsShareTheWireByBytesWhateverTheirMessagesSizes() {
        DelayedPipe pipe = pipe(new VirtualReceiver(time, c -> c), "a", 25 * MILLI, 20e6);
        int[] sizes = {100, 5_000, 200_000, 1_500_000};
        for (int task = 0; task < sizes.length; task++) {
            pipe.keepBusy(task, sizes[task]);
        }
        time.runFor(2 * SECOND);
        long[] before = consumed(pipe);
        time.runFor(10 * SECOND);
        long[] after = consumed(pipe);
        for (int task = 0; task < sizes.length; task++) {
            // A record's head is four bytes; of the largest messages one may be on its way.
            double bytes = (after[task] - before[task]) * (sizes[task] + 4.0) / sizes[task];
            assertThat(bytes).isCloseTo(10 * 20e6 / sizes.length, Percentage.withPercentage(5));
        }
    }

    @Test
    void smallMessagesGoOnWhileTheLargestPass() {
        long rtt = 25 * MILLI;
        DelayedPipe pipe = pipe(new VirtualReceiver(time, c -> c), "a", rtt, 50e6);
        pipe.keepBusy(1, 64 << 20);
        pipe.offerEvery(MILLI, 2, 200);
        time.runFor(SECOND);
        pipe.receiver.takeLongestTransitNanos(2);
        long before = pipe.receiver.consumedMessages(2);
        time.runFor(2 * SECOND);
        assertThat(pipe.receiver.consumedMessages(2) - before).isBetween(1950L, 2050L);
        assertThat(pipe.receiver.takeLongestTransitNanos(2)).isLessThan(rtt / 2 + 50 * MILLI);
        time.runFor(3 * SECOND);
        assertThat(pipe.receiver.consumedBytes(1)).isGreaterThan((long) (0.8 * 6 * 50e6));
    }

    @Test
    void aCutWithinALargeMessageLosesItAloneAndIsCounted() {
        DelayedPipe pipe = pipe(new VirtualReceiver(time, c -> c), "a", 25 * MILLI, 20e6);
        pipe.keepBusy(1, 32 << 20);
        pipe.offerEvery(10 * MILLI, 2, 200);
        for (int i = 0; i < 5; i++) {
            time.runFor(SECOND);
            pipe.cut();
        }
        assertThat(pipe.receiver.consumedMessages(1)).isZero();
        time.runFor(6 * SECOND);
        pipe.stopOffering();
        time.runFor(6 * SECOND);
        assertThat(pipe.receiver.consumedMessages(1)).isGreaterThanOrEqualTo(2);
        assertThat(pipe.counters().drops()).containsEntry(DropCause.CUT_OFF, 5L);
        assertThat(pipe.receiver.endpoint.drops.snapshot()).isEqualTo(java.util.Map.of(DropCause.INCOMPLETE, 5L));
        assertThat(pipe.counters().get(PeerCounter.QUEUED_BYTES)).isZero();
        long arrived = pipe.receiver.consumedMessages(1) + pipe.receiver.consumedMessages(2);
        long dropped = pipe.counters().drops().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        // Messages that were sent and not confirmed may have arrived: the count of drops is an upper bound.
        assertThat(pipe.offered).isBetween(arrived, arrived + dropped);
        assertThat(arrived + 5).isLessThanOrEqualTo(pipe.offered);
        assertThat(dropped).isLessThan(200);
    }

    @Tag("long")
    @Test
    void positionsPassFourGibibytes() {
        DelayedPipe pipe = pipe(new VirtualReceiver(time, c -> c), "a", MILLI, 2e9);
        pipe.keepBusy(0, MIB);
        time.runFor(SECOND);
        double early = pipe.rateOver(0, SECOND / 4);
        time.runFor(SECOND);
        assertThat(pipe.receiver.consumedBytes(0)).isGreaterThan((1L << 32) + (64 << 20));
        assertThat(pipe.rateOver(0, SECOND / 4)).isGreaterThan(0.95 * early);
        assertThat(pipe.counters().drops()).isEmpty();
    }

    private DelayedPipe pipe(VirtualReceiver receiver, String sender, long rttNanos, double bytesPerSecond) {
        DelayedPipe pipe =
                new DelayedPipe(receiver, sender, rttNanos, bytesPerSecond, c -> c.channelBufferBytes(256 << 10));
        // The kernel's socket buffer has a bound too: so the sender says which channel's turn it is.
        pipe.socketBytes = 256 << 10;
        pipes.add(pipe);
        return pipe;
    }
}
