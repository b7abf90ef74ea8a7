// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTest {

    private static final long TIMEOUT = 1000;

    private final List<Object> acked = new ArrayList<>();
    private final List<Object> failed = new ArrayList<>();
    private final Ledger ledger = new Ledger(7, TIMEOUT, 12345, new TreeListener() {
        @Override
        public void acked(Object messageId) {
            acked.add(messageId);
        }

        @Override
        public void failed(Object messageId, Cause cause) {
            failed.add(messageId);
        }
    });

    @Test
    void aTreeEndsWhenEveryEdgeWasAckedInWhateverOrder() {
        long root = ledger.open("m", 0);
        ledger.close(root, 5 ^ 6);
        assertThat(RootIds.task(root)).isEqualTo(7);
        // Edge 5 has the child 9, which is acked before its parent
        ledger.ack(root, 9);
        ledger.ack(root, 6);
        assertThat(acked).isEmpty();
        ledger.ack(root, 5 ^ 9);
        assertThat(acked).containsExactly("m");
        assertThat(ledger.pending()).isZero();
    }

    @Test
    void aTupleThatNobodyGetsIsCompleteAtOnce() {
        ledger.close(ledger.open("m", 0), 0);
        assertThat(acked).containsExactly("m");
    }

    @Test
    void treesTimeOutInTheOrderOfEmission() {
        for (int i = 0; i < 200; i++) {
            ledger.close(ledger.open(i, i), 1);
        }
        assertThat(ledger.nextDeadline()).isEqualTo(TIMEOUT);
        assertThat(ledger.expire(TIMEOUT - 1)).isZero();
        assertThat(ledger.expire(TIMEOUT + 2)).isEqualTo(3);
        assertThat(failed).containsExactly(0, 1, 2);
        assertThat(ledger.nextDeadline()).isEqualTo(TIMEOUT + 3);
        ledger.failAll(TreeListener.Cause.LOST);
        assertThat(failed).hasSize(200);
        assertThat(ledger.nextDeadline()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void onlyTreesOfWhichSomethingWasSentToATaskThatIsLostFail() {
        long[] roots = new long[200];
        for (int i = 0; i < roots.length; i++) {
            roots[i] = ledger.open(i, 0);
            ledger.close(roots[i], 1);
        }
        ledger.sent(roots[1], 8);
        ledger.sent(roots[2], 8);
        ledger.sent(roots[2], 8);
        ledger.sent(roots[150], 9);
        ledger.sent(roots[3], 9);
        ledger.sent(roots[3], 8);
        AckBuffer kept = new AckBuffer();
        kept.ack(roots[2], 1);

        ledger.failSent(TreeListener.Cause.LOST, kept, task -> task == 8);
        assertThat(failed).as("2 waits here again, as all its edges do").containsExactlyInAnyOrder(1, 3);

        ledger.ack(roots[150], 1);
        for (int i = 200; i < 203; i++) {
            ledger.close(ledger.open(i, 0), 1);
        }
        failed.clear();
        ledger.failSent(TreeListener.Cause.LOST, new AckBuffer(), task -> true);
        assertThat(failed).as("a slot forgets with its tree").containsExactly(2);
    }

    @Test
    void whatComesForATreeThatEndedIsIgnoredEvenIfItsSlotIsInUseAgain() {
        long first = ledger.open("first", 0);
        ledger.close(first, 1);
        ledger.fail(first);
        long second = ledger.open("second", 0);
        ledger.close(second, 1);
        assertThat(RootIds.slot(second)).isEqualTo(RootIds.slot(first));
        ledger.ack(first, 1);
        ledger.fail(first);
        ledger.ack(0x7777_7777_7777L, 1);
        ledger.fail(-1);
        assertThat(acked).isEmpty();
        assertThat(failed).containsExactly("first");
        assertThat(ledger.pending()).isEqualTo(1);
    }

    /** A start that begins with the generation of the previous one has its ids, so late acks meet its trees. */
    @Test
    void idsThatCollideNeverCompleteATreeThatIsNot() {
        Ledger before = new Ledger(7, TIMEOUT, 12345, null);
        long late = before.open("before", 0);
        before.close(late, 5 ^ 6);
        long root = ledger.open("now", 0);
        assertThat(root).isEqualTo(late);
        ledger.close(root, 9);
        ledger.ack(late, 5);
        ledger.ack(late, 6);
        assertThat(acked).isEmpty();
        ledger.ack(root, 9);
        assertThat(acked).isEmpty();
        ledger.expire(TIMEOUT);
        assertThat(failed).containsExactly("now");
    }

    @Test
    void aTaskIdBeyondTheRootsBitsIsRefused() {
        assertThatThrownBy(() -> new Ledger(1 << 20, 1, 0, null)).hasMessageContaining("1048575");
    }

    @Test
    void allTreesOfAnIdAreRenewed() {
        close(ledger.open("a", 0));
        close(ledger.open("b", 10));
        close(ledger.open("a", 20));
        ledger.renewAll("a", 500);
        ledger.renewAll("none", 600);
        assertThat(ledger.nextDeadline()).isEqualTo(10 + TIMEOUT);
        ledger.expire(499 + TIMEOUT);
        assertThat(failed).containsExactly("b");
        ledger.expire(500 + TIMEOUT);
        assertThat(failed).containsExactly("b", "a", "a");
    }

    private void close(long root) {
        ledger.close(root, 1);
    }

    /**
     * The test has trees with random edges, acked in random order, with duplicate acks for ended trees, failures and
     * time-outs.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithAModel(long seed) {
        Random random = new Random(seed);
        Map<Long, Set<Long>> open = new HashMap<>();
        Map<Long, Integer> idOf = new HashMap<>();
        Map<Long, Long> deadlines = new HashMap<>();
        List<Long> over = new ArrayList<>();
        List<Integer> expectAcked = new ArrayList<>();
        List<Integer> expectFailed = new ArrayList<>();
        long now = 0;
        for (int step = 0; step < 20_000; step++) {
            now += random.nextInt(3);
            List<Long> due = new ArrayList<>();
            for (Map.Entry<Long, Long> entry : deadlines.entrySet()) {
                if (entry.getValue() <= now) {
                    due.add(entry.getKey());
                }
            }
            assertThat(ledger.expire(now)).isEqualTo(due.size());
            due.forEach(root -> end(root, expectFailed, open, idOf, deadlines, over));
            int action = random.nextInt(11);
            if (action < 2 || open.isEmpty()) {
                long root = ledger.open(step, now);
                Set<Long> edges = new HashSet<>();
                long xor = 0;
                for (int i = random.nextInt(4); i >= 0; i--) {
                    long edge = random.nextLong();
                    edges.add(edge);
                    xor ^= edge;
                }
                open.put(root, edges);
                idOf.put(root, step);
                deadlines.put(root, now + TIMEOUT);
                ledger.close(root, xor);
            } else if (action < 8) {
                long root = new ArrayList<>(open.keySet()).get(random.nextInt(open.size()));
                Set<Long> edges = open.get(root);
                long edge = edges.iterator().next();
                edges.remove(edge);
                long xor = edge;
                for (int i = random.nextInt(4) - 2; i > 0; i--) {
                    long child = random.nextLong();
                    edges.add(child);
                    xor ^= child;
                }
                boolean complete = edges.isEmpty();
                ledger.ack(root, xor);
                if (complete) {
                    end(root, expectAcked, open, idOf, deadlines, over);
                }
            } else if (action == 8) {
                long root = open.keySet().iterator().next();
                ledger.fail(root);
                end(root, expectFailed, open, idOf, deadlines, over);
            } else if (action == 9) {
                long root = new ArrayList<>(open.keySet()).get(random.nextInt(open.size()));
                if (random.nextBoolean()) {
                    ledger.renew(root, now);
                } else {
                    ledger.renewAll(idOf.get(root), now);
                }
                deadlines.put(root, now + TIMEOUT);
            } else if (!over.isEmpty()) {
                long root = over.get(random.nextInt(over.size()));
                ledger.ack(root, random.nextLong());
                ledger.fail(root);
                ledger.renew(root, now);
            }
            assertThat(ledger.pending()).isEqualTo(open.size());
        }
        assertThat(new HashSet<>(acked)).isEqualTo(new HashSet<Object>(expectAcked));
        assertThat(new HashSet<>(failed)).isEqualTo(new HashSet<Object>(expectFailed));
        assertThat(acked).doesNotHaveDuplicates().noneMatch(failed::contains);
        assertThat(failed).doesNotHaveDuplicates();
    }

    private static void end(
            long root,
            List<Integer> outcome,
            Map<Long, Set<Long>> open,
            Map<Long, Integer> idOf,
            Map<Long, Long> deadlines,
            List<Long> over) {
        open.remove(root);
        deadlines.remove(root);
        outcome.add(idOf.remove(root));
        over.add(root);
    }
}
