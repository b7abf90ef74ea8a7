// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.spill.TestSpace;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StageTimes;
import io.millrace.runtime.tuple.StreamRef;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.TupleEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A queue of tuples on the heap, outside of it and in files of a virtual disk. */
@Timeout(60)
class WaitingTuplesTest {

    private static final StreamRef STREAM = new StreamRef("source", 0, "default", Fields.of("number", "load"), false);
    private static final int LOAD = 1_000;
    private static final long HEAP = 20_000;
    private static final int LONGEST = 16 << 10;
    private static final long TIMEOUT = 4_000_000_000L;

    private final TestSpace disk = new TestSpace(2, 1 << 20, 20 << 10);
    private final WaitingMemory memory = new WaitingMemory(HEAP);
    private final List<Long> renewed = new ArrayList<>();
    private final List<Long> failed = new ArrayList<>();
    private final List<RuntimeException> causes = new ArrayList<>();
    private final WaitingTuples queue = queue(true);
    private long lost;
    private int added;
    private int taken;
    private int woken;

    private WaitingTuples queue(boolean files) {
        ValuesCodec codec = new ValuesCodec(List.of());
        return new WaitingTuples(
                memory,
                new SpilledTuples(
                        files ? wake -> disk.space().open("q", wake) : null,
                        () -> woken++,
                        new TupleEncoder(codec, LONGEST, disk::now),
                        new TupleDecoder(codec, (task, index) -> STREAM, disk::now)),
                new WaitingTrees(renewed::add, failed::add, TIMEOUT),
                (count, cause) -> {
                    lost += count;
                    if (cause != null) {
                        causes.add(cause);
                    }
                });
    }

    @AfterEach
    void close() {
        disk.close();
    }

    private static DataTuple tuple(int number, Object load) {
        return new DataTuple(STREAM, 7, -1, 1_000 + number, new Object[] {number, load});
    }

    private static DataTuple tracked(int number) {
        DataTuple tuple = tuple(number, new byte[LOAD]);
        tuple.track(root(number), 5_000 + number, null);
        return tuple;
    }

    private static long root(int number) {
        return 10_000 + number;
    }

    private static List<Long> roots(int from, int to) {
        return IntStream.range(from, to)
                .mapToLong(WaitingTuplesTest::root)
                .boxed()
                .toList();
    }

    private void add() {
        queue.add(tracked(added++), disk.now());
    }

    /** Adds tuples until the queue is full, or this many wait, while the disk's thread works. */
    private void fill(int most) {
        while (!queue.isFull() && queue.size() < most) {
            add();
            disk.settle();
            queue.settle();
        }
    }

    private void fill() {
        fill(Integer.MAX_VALUE);
    }

    private void awaitFirst() {
        for (int tries = 0; !queue.fetch(); tries++) {
            assertThat(tries).as("the first tuple does not come").isLessThan(1_000);
            disk.settleWithRetries();
        }
    }

    /** Takes the next tuple, for which the disk's thread works if need be. Returns its number. */
    private int take() {
        awaitFirst();
        DataTuple tuple = queue.take();
        queue.settle();
        int number = tuple.getInt(0);
        assertThat(tuple.getBytes(1)).hasSize(LOAD);
        assertThat(tuple.sourceTask()).isEqualTo(7);
        assertThat(tuple.intendedNanos()).isEqualTo(1_000 + number);
        assertThat(tuple.rootCount()).isEqualTo(1);
        assertThat(tuple.root(0)).isEqualTo(root(number));
        assertThat(tuple.edge(0)).isEqualTo(5_000 + number);
        assertThat(renewed.remove(renewed.size() - 1))
                .as("its time-out begins now")
                .isEqualTo(root(number));
        return number;
    }

    private void takeInOrder(int count) {
        for (int i = 0; i < count; i++) {
            assertThat(take()).isEqualTo(taken++);
        }
    }

    private void assertEmpty() {
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.size()).isZero();
        assertThat(queue.bytes()).isZero();
        assertThat(queue.spilledBytes()).isZero();
        assertThat(queue.isFull()).isFalse();
        assertThat(queue.fetch()).isFalse();
        AckBuffer edges = new AckBuffer();
        queue.trees().addEdges(edges);
        assertThat(edges.isEmpty()).isTrue();
        assertThat(disk.files()).isZero();
    }

    @Test
    void tuplesComeInOrderFromTheHeapTheMemoryAndFilesWithTheirTrees() {
        fill(600);

        assertThat(queue.size()).isEqualTo(600);
        assertThat(queue.spilledBytes()).isGreaterThan(200_000);
        takeInOrder(600);
        assertThat(failed).isEmpty();
        assertEmpty();
    }

    @Test
    void theHeapAndTheMemoryAreBounded() {
        fill(900);

        assertThat(queue.bytes() - queue.spilledBytes())
                .as("all but the files: the heap, one tuple more, and the memory of two queues")
                .isLessThanOrEqualTo(HEAP + 1_300 + (256 << 10));
        assertThat(disk.memoryTaken()).isLessThanOrEqualTo(256 << 10);
        assertThat(queue.isFull()).isFalse();
    }

    @Test
    void aFullDiskBoundHoldsBackAndLosesNothing() {
        fill();
        long most = queue.size();

        assertThat(disk.filesBytes()).isBetween(900L << 10, 1L << 20);
        assertThat(queue.isFull()).isTrue();
        // All emissions of one call are kept too
        for (int i = 0; i < 20; i++) {
            add();
        }
        assertThat(queue.size()).isEqualTo(most + 20);

        takeInOrder((int) most / 2);
        disk.settle();
        queue.settle();
        assertThat(queue.isFull()).as("there is room again").isFalse();
        takeInOrder(added - taken);
        assertEmpty();
    }

    @Test
    void whoWaitsForRoomIsWoken() {
        fill();
        woken = 0;
        queue.settle();
        assertThat(queue.isFull()).isTrue();
        assertThat(woken).isZero();

        int before = taken;
        while (woken == 0) {
            takeInOrder(1);
            disk.settle();
        }
        assertThat(taken - before).isLessThan(200);
        queue.settle();
        takeInOrder(added - taken);
        assertEmpty();
    }

    @Test
    void aDiskThatIsFullHoldsBackAndGoesOnWhenThereIsRoom() {
        disk.room(100 << 10);
        while (!queue.isFull()) {
            add();
            disk.settleWithRetries();
        }
        assertThat(disk.filesBytes()).isLessThanOrEqualTo(100 << 10);
        assertThat(disk.log()).anyMatch(line -> line.contains("No space left on device"));

        disk.room(1 << 20);
        disk.settleWithRetries();
        queue.settle();
        assertThat(queue.isFull()).isFalse();
        fill(900);
        takeInOrder(900);
        assertThat(lost).isZero();
        assertEmpty();
    }

    @Test
    void aTupleThatAFileHasLostFailsItsTreesAtOnceAndIsCounted() {
        fill(600);
        disk.damage(300);

        List<Integer> came = new ArrayList<>();
        while (!queue.isEmpty()) {
            came.add(take());
        }

        assertThat(lost).isEqualTo(1);
        assertThat(came).hasSize(599).isSorted().doesNotHaveDuplicates();
        int missing = IntStream.range(0, 600)
                .filter(each -> !came.contains(each))
                .findFirst()
                .orElseThrow();
        assertThat(failed).containsExactly(root(missing));
        assertThat(causes).as("the log has the file").isEmpty();
        assertThat(disk.log()).anyMatch(line -> line.contains("is damaged at byte"));
        assertEmpty();
    }

    @Test
    void untrackedTuplesThatAreLostAreCounted() {
        for (int i = 0; i < 600; i++) {
            queue.add(tuple(i, new byte[LOAD]), disk.now());
            disk.settle();
        }
        disk.damage(300);
        int came = 0;
        while (!queue.isEmpty()) {
            awaitFirst();
            queue.take();
            came++;
        }
        assertThat(came).isEqualTo(599);
        assertThat(lost).isEqualTo(1);
        assertThat(failed).isEmpty();
    }

    @Test
    void aTupleThatCannotBeReadFailsItsTreesAndSaysWhy() {
        ValuesCodec codec = new ValuesCodec(List.of());
        WaitingTuples strange = new WaitingTuples(
                memory,
                new SpilledTuples(
                        wake -> disk.space().open("q", wake),
                        () -> woken++,
                        new TupleEncoder(codec, LONGEST, disk::now),
                        // The stream has another number of fields
                        new TupleDecoder(
                                codec,
                                (task, index) -> new StreamRef("source", 0, "default", Fields.of("number"), false),
                                disk::now)),
                new WaitingTrees(renewed::add, failed::add, TIMEOUT),
                (count, cause) -> {
                    lost += count;
                    causes.add(cause);
                });
        for (int i = 0; i < 30; i++) {
            strange.add(tracked(i), disk.now());
        }
        int asTheyAre = 0;
        while (strange.fetch()) {
            strange.take();
            asTheyAre++;
        }
        assertThat(asTheyAre).isBetween(17, 19);
        assertThat(lost).isEqualTo(30 - asTheyAre);
        assertThat(failed).isEqualTo(roots(asTheyAre, 30));
        assertThat(causes).allMatch(cause -> cause.getMessage().contains("the stream has 1 fields"));
        assertThat(strange.isEmpty()).isTrue();
    }

    @Test
    void whatCannotBeEncodedWaitsAsItIsAndHoldsBack() {
        Object odd = new Object() {};
        fill(40);
        queue.add(tuple(added++, odd), disk.now());
        assertThat(queue.isFull()).isTrue();
        queue.settle();
        assertThat(queue.isFull()).isTrue();

        takeInOrder(40);
        assertThat(queue.fetch()).isTrue();
        assertThat(queue.isFull()).isFalse();
        assertThat(queue.take().get(1)).isSameAs(odd);
        assertEmpty();
    }

    @Test
    void withoutFilesAllStayOnTheHeapAndItsBoundHoldsBack() {
        WaitingTuples heap = queue(false);
        int count = 0;
        while (!heap.isFull()) {
            heap.add(tracked(count++), disk.now());
        }
        heap.add(tracked(count++), disk.now());
        assertThat(heap.bytes()).isBetween(HEAP, HEAP + 3_000);
        for (int i = 0; i < count; i++) {
            assertThat(heap.fetch()).isTrue();
            assertThat(heap.take().getInt(0)).isEqualTo(i);
        }
        assertThat(heap.isFull()).isFalse();
    }

    @Test
    void aQueueThatGetsNoMemoryOutsideOfTheHeapStaysOnIt() {
        ValuesCodec codec = new ValuesCodec(List.of());
        WaitingTuples heap = new WaitingTuples(
                memory,
                new SpilledTuples(
                        wake -> null,
                        () -> woken++,
                        new TupleEncoder(codec, LONGEST, disk::now),
                        new TupleDecoder(codec, (task, index) -> STREAM, disk::now)),
                new WaitingTrees(renewed::add, failed::add, TIMEOUT),
                (count, cause) -> lost += count);
        for (int i = 0; i < 30; i++) {
            heap.add(tracked(i), disk.now());
        }
        assertThat(heap.isFull()).isTrue();
        for (int i = 0; i < 30; i++) {
            assertThat(heap.fetch()).isTrue();
            assertThat(heap.take().getInt(0)).isEqualTo(i);
            heap.settle();
        }
        assertThat(heap.isFull()).isFalse();
        assertThat(heap.isEmpty()).isTrue();
    }

    @Test
    void anEmptyQueueTakesOneTupleWhateverOthersHold() {
        memory.add(HEAP);
        add();
        assertThat(queue.fetch()).isTrue();
        assertThat(disk.memoryTaken()).as("nothing is encoded").isEqualTo(16 << 10);
        takeInOrder(1);
        memory.add(-HEAP);
    }

    @Test
    void timeOutsAreRestartedWhereverATupleWaits() {
        fill(600);
        disk.pass(TIMEOUT / 4 + 1);
        assertThat(queue.trees().deadline(disk.now())).isLessThanOrEqualTo(disk.now());
        queue.trees().renew(disk.now());
        assertThat(renewed).isEqualTo(roots(0, 600));

        renewed.clear();
        queue.trees().renew(disk.now());
        assertThat(renewed).isEmpty();
        takeInOrder(100);
        disk.pass(TIMEOUT / 4 + 1);
        queue.trees().renew(disk.now());
        assertThat(renewed).isEqualTo(roots(100, 600));
    }

    @Test
    void theEdgesOfAllThatWaitAreKnown() {
        fill(600);
        takeInOrder(50);
        AckBuffer edges = new AckBuffer();
        queue.trees().addEdges(edges);
        assertThat(edges.size()).isEqualTo(550);
        assertThat(IntStream.range(0, 550).mapToObj(i -> edges.edges(i) - 5_000))
                .containsExactlyElementsOf(LongStream.range(50, 600).boxed().toList());
    }

    @Test
    void tracesAreKept() {
        StageTimes[] times = new StageTimes[600];
        for (int i = 0; i < 600; i++) {
            DataTuple tuple = tracked(i);
            if (i % 7 == 0) {
                times[i] = new StageTimes(i);
                tuple.follow(times[i]);
            }
            queue.add(tuple, disk.now());
            disk.settle();
        }
        for (int i = 0; i < 600; i++) {
            awaitFirst();
            assertThat(queue.take().stageTimes()).isSameAs(times[i]);
        }
    }

    @Test
    void theAgeOfTheFirstIsKnown() {
        for (int i = 0; i < 600; i++) {
            disk.pass(10);
            add();
            disk.settle();
        }
        long start = queue.headSince();
        takeInOrder(1);
        assertThat(queue.headSince()).isEqualTo(start + 10);
        takeInOrder(300);
        assertThat(queue.headSince()).isBetween(start + 10, start + 3_010);
        awaitFirst();
        assertThat(queue.headSince()).isEqualTo(start + 3_010);
    }

    @Test
    void clearingGivesAllBack() {
        fill();
        add();
        long waiting = queue.size();
        assertThat(disk.files()).isPositive();

        assertThat(queue.clear()).isEqualTo(waiting);

        disk.settle();
        assertEmpty();
        assertThat(memory.isFull()).isFalse();
        memory.add(HEAP - 1);
        assertThat(memory.isFull()).as("nothing is left").isFalse();
    }

    /** The target of the taken tuples is not there any more. */
    private void putBackWhatIsTaken() {
        DataTuple first = queue.take();
        DataTuple second = queue.fetch() ? queue.take() : null;
        renewed.clear();
        if (second != null) {
            queue.putBack(second, disk.now());
        }
        queue.putBack(first, disk.now());
        assertThat(renewed).as("their time-outs").endsWith(first.root(0)).hasSize(second == null ? 1 : 2);
    }

    @Test
    void whatIsPutBackIsTheFirstAgainAndItsTimeOutIsRestarted() {
        add();
        putBackWhatIsTaken();
        fill(600);
        putBackWhatIsTaken();
        renewed.clear();
        disk.pass(TIMEOUT / 4 + 1);
        queue.trees().renew(disk.now());
        assertThat(renewed).isEqualTo(roots(0, 600));
        takeInOrder(600);
        assertEmpty();
    }

    @Test
    void aQueueIsNotYoungerForWhatIsPutBack() {
        add();
        add();
        long since = queue.headSince();
        disk.pass(TIMEOUT / 4);
        DataTuple first = queue.take();
        queue.putBack(first, disk.now());
        assertThat(queue.headSince()).isEqualTo(since);
        takeInOrder(2);
        assertEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void whateverHappensTuplesComeOnceAndInOrder(long seed) {
        Random random = new Random(seed);
        int balance = 6;
        for (int step = 0; step < 20_000; step++) {
            if (step % 2_000 == 0) {
                balance = 2 + random.nextInt(7);
            }
            int choice = random.nextInt(10);
            if (choice < balance && !queue.isFull()) {
                for (int i = random.nextInt(4); i >= 0; i--) {
                    add();
                }
            } else if (choice < 9) {
                if (queue.fetch()) {
                    if (random.nextInt(5) == 0) {
                        putBackWhatIsTaken();
                    }
                    takeInOrder(1);
                }
            } else if (random.nextInt(50) == 0) {
                disk.room(random.nextInt(1 << 20));
            } else {
                disk.pass(1_000_000);
                disk.settle();
                queue.settle();
            }
        }
        disk.room(4 << 20);
        disk.settleWithRetries();
        takeInOrder(added - taken);
        assertThat(lost).isZero();
        assertThat(failed).isEmpty();
        assertEmpty();
    }
}
