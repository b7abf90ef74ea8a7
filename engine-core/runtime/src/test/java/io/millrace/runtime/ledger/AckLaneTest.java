// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AckLaneTest {

    private static final int ROOTS = 500;

    @Test
    void aBufferMergesPerRootAndGrows() {
        AckBuffer acks = new AckBuffer();
        Map<Long, Long> model = new HashMap<>();
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 10_000; i++) {
            long root = random.nextInt(ROOTS) * 0x1_0000_0001L;
            long edge = random.nextLong();
            acks.ack(root, edge);
            model.merge(root, edge, (one, other) -> one ^ other);
        }
        assertThat(contents(acks)).isEqualTo(model);
        long firstRoot = acks.root(0);
        acks.dropFirst(1);
        model.remove(firstRoot);
        assertThat(contents(acks)).isEqualTo(model);
        acks.clear();
        assertThat(acks.isEmpty()).isTrue();
        acks.ack(firstRoot, 4);
        assertThat(contents(acks)).isEqualTo(Map.of(firstRoot, 4L));
    }

    @Test
    void acksOfSeveralThreadsAllArriveWhileTheLaneMergesWhatNobodyFetched() throws InterruptedException {
        AckLane lane = new AckLane();
        List<Thread> threads = new ArrayList<>();
        Map<Long, Long> expected = new HashMap<>();
        for (int t = 0; t < 3; t++) {
            int seed = t;
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < 50_000; i++) {
                expected.merge((long) random.nextInt(ROOTS), random.nextLong(), (one, other) -> one ^ other);
            }
            threads.add(new Thread(() -> put(lane, new SplittableRandom(seed)), "putter-" + t));
        }
        threads.forEach(Thread::start);
        AckBuffer all = new AckBuffer();
        int largest = 0;
        while (threads.stream().anyMatch(Thread::isAlive)) {
            largest = Math.max(largest, fetch(lane, all));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        fetch(lane, all);
        assertThat(contents(all)).isEqualTo(expected);
        assertThat(largest).isLessThanOrEqualTo(ROOTS);
    }

    private static void put(AckLane lane, SplittableRandom random) {
        AckBuffer mine = new AckBuffer();
        for (int i = 0; i < 50_000; i++) {
            mine.ack(random.nextInt(ROOTS), random.nextLong());
            if (i % 7 == 0) {
                mine = lane.put(mine);
                assertThat(mine.isEmpty()).isTrue();
            }
        }
        lane.put(mine);
    }

    private static int fetch(AckLane lane, AckBuffer all) {
        AckBuffer some = lane.take();
        if (some == null) {
            return 0;
        }
        int size = some.size();
        all.addAll(some);
        lane.recycle(some);
        return size;
    }

    private static Map<Long, Long> contents(AckBuffer acks) {
        Map<Long, Long> contents = new HashMap<>();
        for (int i = 0; i < acks.size(); i++) {
            contents.put(acks.root(i), acks.edges(i));
        }
        return contents;
    }
}
