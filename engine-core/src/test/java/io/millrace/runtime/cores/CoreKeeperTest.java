package io.millrace.runtime.cores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Binds real threads. */
@Timeout(30)
class CoreKeeperTest {

    private final CoreKeeper keeper = new CoreKeeper("test-cores", "words-1", () -> true);
    private final CoreKeeper neighbour = new CoreKeeper("test-cores-2", "words-1", () -> true);
    private final Hand one = new Hand();
    private final Hand two = new Hand();
    private BitSet all;

    @BeforeEach
    void readCores() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/thread-self/status")), "needs Linux");
        all = one.cores();
        assumeTrue(all.cardinality() > 1, "needs two cores");
    }

    @AfterEach
    void close() {
        one.end();
        two.end();
        keeper.close();
        neighbour.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("test-cores", "test-cores-2");
    }

    @Test
    void threadsOfOneTopologyRunOnOneCoreWhileTheyWantTo() throws IOException {
        SharedCore.Seat seat = one.call(keeper::seat);
        SharedCore.Seat other = two.call(neighbour::seat);
        assertThat(seat.isOffered()).isTrue();
        bind(one, seat, true);
        bind(two, other, true);
        assertThat(one.cores().cardinality()).isEqualTo(1);
        assertThat(two.cores()).isEqualTo(one.cores());

        bind(one, seat, false);
        assertThat(one.cores()).isEqualTo(all);
        assertThat(two.cores().cardinality()).isEqualTo(1);
    }

    @Test
    void whatABoundThreadStartsIsFreed() throws IOException {
        SharedCore.Seat seat = one.call(keeper::seat);
        bind(one, seat, true);
        Hand child = one.call(Hand::new);
        try {
            await(() -> child.cores().cardinality() > 1);
            assertThat(child.cores()).isEqualTo(all);
            assertThat(one.cores().cardinality()).isEqualTo(1);
        } finally {
            child.end();
        }
    }

    @Test
    void whatItHasJustStartedWhenItLeavesIsFreedToo() throws IOException {
        SharedCore.Seat seat = one.call(keeper::seat);
        bind(one, seat, true);
        Hand child = one.call(() -> {
            Hand started = new Hand();
            seat.want(false);
            return started;
        });
        try {
            await(() -> child.cores().cardinality() > 1);
        } finally {
            child.end();
        }
    }

    @Test
    void threadsOfNeighboursInOneProcessAreNotTakenForStarted() throws IOException {
        SharedCore.Seat seat = one.call(keeper::seat);
        SharedCore.Seat other = two.call(neighbour::seat);
        bind(two, other, true);
        // Looks at all threads, that of the other among them
        bind(one, seat, true);
        Hand child = one.call(Hand::new);
        try {
            await(() -> child.cores().cardinality() > 1);
        } finally {
            child.end();
        }
        assertThat(two.cores().cardinality()).isEqualTo(1);
    }

    @Test
    void theChoiceOfTheCoreDependsOnTheTopology() throws IOException {
        BitSet chosen = new BitSet();
        for (int i = 0; i < 20; i++) {
            try (CoreKeeper some = new CoreKeeper("test-cores", "topology-" + i, () -> true)) {
                Hand hand = new Hand();
                try {
                    SharedCore.Seat seat = hand.call(some::seat);
                    bind(hand, seat, true);
                    chosen.or(hand.cores());
                    bind(hand, seat, false);
                    seat.leave();
                } finally {
                    hand.end();
                }
            }
        }
        assertThat(chosen.cardinality()).isGreaterThan(1);
    }

    @Test
    void aThreadThatHasChosenItsCoresKeepsThem() throws IOException {
        BitSet own = new BitSet();
        own.set(all.length() - 1);
        SharedCore.Seat seat = one.call(keeper::seat);
        Affinity.load().set(one.id(), own);
        one.call(() -> {
            seat.want(true);
            return null;
        });
        await(() -> !seat.isOffered());
        assertThat(seat.isBound()).isFalse();
        assertThat(one.cores()).isEqualTo(own);
    }

    @Test
    void aThreadThatEndsWithAWishIsNoReasonToStop() throws IOException {
        SharedCore.Seat seat = one.call(keeper::seat);
        one.end();
        seat.want(true);
        SharedCore.Seat other = two.call(keeper::seat);
        bind(two, other, true);
        assertThat(other.isOffered()).isTrue();
    }

    @Test
    void closingFreesWhoIsBound() throws IOException {
        SharedCore.Seat seat = one.call(keeper::seat);
        bind(one, seat, true);
        keeper.close();
        assertThat(one.cores()).isEqualTo(all);
        assertThat(seat.isBound()).isFalse();
        assertThat(seat.isOffered()).isFalse();
    }

    @Test
    void nobodyIsOfferedASeatWhereThereIsNobodyElse() {
        try (CoreKeeper alone = new CoreKeeper("test-cores", "words-1", () -> false)) {
            assertThat(one.call(alone::seat).isOffered()).isFalse();
        }
    }

    private static void bind(Hand hand, SharedCore.Seat seat, boolean bound) throws IOException {
        hand.call(() -> {
            seat.want(bound);
            return null;
        });
        await(() -> seat.isBound() == bound);
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    /** The test's time-out ends it. */
    private static void await(Condition condition) throws IOException {
        while (!condition.holds()) {
            if (Thread.interrupted()) {
                throw new IllegalStateException("waited in vain");
            }
            Thread.yield();
        }
    }

    /** A thread that does what it is told. */
    private static final class Hand {

        private interface Work<T> {
            T get() throws IOException;
        }

        private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
        private final Thread thread = new Thread(this::run, "test-hand");
        private volatile boolean ending;

        Hand() {
            thread.start();
        }

        private void run() {
            try {
                while (!ending) {
                    work.take().run();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        <T> T call(Work<T> what) {
            CompletableFuture<T> result = new CompletableFuture<>();
            work.add(() -> {
                try {
                    result.complete(what.get());
                } catch (IOException e) {
                    result.completeExceptionally(e);
                }
            });
            return result.join();
        }

        /** As the kernel tells them. */
        BitSet cores() throws IOException {
            return call(() -> {
                for (String line : Files.readAllLines(Path.of("/proc/thread-self/status"))) {
                    if (line.startsWith("Cpus_allowed:")) {
                        return mask(
                                line.substring(line.indexOf(':') + 1).strip().replace(",", ""));
                    }
                }
                throw new IOException("no Cpus_allowed");
            });
        }

        private static BitSet mask(String hex) {
            BitSet cores = new BitSet();
            for (int i = 0; i < hex.length(); i++) {
                int digit = Character.digit(hex.charAt(hex.length() - 1 - i), 16);
                for (int bit = 0; bit < 4; bit++) {
                    if ((digit >> bit & 1) == 1) {
                        cores.set(4 * i + bit);
                    }
                }
            }
            return cores;
        }

        int id() throws IOException {
            return call(() -> Integer.parseInt(Files.readSymbolicLink(Path.of("/proc/thread-self"))
                    .getFileName()
                    .toString()));
        }

        void end() {
            ending = true;
            work.add(() -> {});
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }
}
