// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A model of every tree, updated by the components that emit, ack and fail: how many tuples are not acked, and whether
 * one was failed. Tuples carry the numbers of their roots as a value. Confined to the stepping thread.
 */
final class TreeModel {

    /** One tracked emission of a spout, which is also the message id. */
    static final class Root {
        final long number;
        final int spoutTask;
        final int incarnation;
        final long emittedAt;
        final int killsBefore;
        int notAcked;
        long lastAckedAt;
        boolean spoiled;
        long spoiledAt;
        int acked;
        int failed;

        private Root(long number, int spoutTask, int incarnation, long emittedAt, int killsBefore) {
            this.number = number;
            this.spoutTask = spoutTask;
            this.incarnation = incarnation;
            this.emittedAt = emittedAt;
            this.killsBefore = killsBefore;
        }

        @Override
        public String toString() {
            return "root " + number + " of task " + spoutTask + ", start " + incarnation + " (not acked " + notAcked
                    + ", spoiled " + spoiled + ", acked " + acked + "x, failed " + failed + "x)";
        }
    }

    final Random random;
    final boolean tracked;
    final long timeoutNanos;
    final List<Root> roots = new ArrayList<>();

    /** Whether no more tuples are emitted and no more faults are injected. */
    boolean calm;

    /** The number of emissions that spouts may still make. */
    int budget;

    int kills;

    /**
     * Whether no worker dies and no time passes while there is work. Then each outcome follows exactly, and at once.
     */
    final boolean exact;

    private final Map<Integer, Integer> incarnations = new HashMap<>();
    private long nextTuple;

    TreeModel(long seed, boolean tracked, boolean exact, long timeoutNanos, int budget) {
        this.random = new Random(seed);
        this.tracked = tracked;
        this.exact = exact;
        this.timeoutNanos = timeoutNanos;
        this.budget = budget;
    }

    /** Returns true with a probability of one in {@code chances}. */
    boolean oneIn(int chances) {
        return !calm && random.nextInt(chances) == 0;
    }

    long nextTuple() {
        return nextTuple++;
    }

    /** A spout task starts, for the first time or again. */
    int opened(int spoutTask) {
        return incarnations.merge(spoutTask, 1, Integer::sum);
    }

    Root emitted(int spoutTask, int incarnation, long now, int copies) {
        Root root = new Root(roots.size(), spoutTask, incarnation, now, kills);
        root.notAcked = copies;
        roots.add(root);
        return root;
    }

    /** Returns the roots of a tuple whose anchors have these roots. */
    static List<Object> union(Collection<List<Object>> rootsOfAnchors) {
        Set<Object> all = new LinkedHashSet<>();
        rootsOfAnchors.forEach(all::addAll);
        return List.copyOf(all);
    }

    void emitted(List<Object> rootNumbers, int copies) {
        rootNumbers.forEach(number -> root(number).notAcked += copies);
    }

    void acked(List<Object> rootNumbers, long now) {
        for (Object number : rootNumbers) {
            root(number).notAcked--;
            root(number).lastAckedAt = now;
        }
    }

    void failed(List<Object> rootNumbers, long now) {
        for (Object number : rootNumbers) {
            Root root = root(number);
            root.spoiledAt = root.spoiled ? root.spoiledAt : now;
            root.spoiled = true;
        }
    }

    private Root root(Object number) {
        return roots.get(((Long) number).intValue());
    }

    void toldAcked(Root root, int spoutTask, int incarnation) {
        root.acked++;
        checkTold(root, spoutTask, incarnation);
        if (tracked) {
            assertThat(root.notAcked == 0 && !root.spoiled)
                    .as("%s is acked only if all of its tuples were", root)
                    .isTrue();
        }
    }

    void toldFailed(Root root, int spoutTask, int incarnation, long now) {
        root.failed++;
        checkTold(root, spoutTask, incarnation);
        assertThat(tracked).as("%s fails though nothing is tracked", root).isTrue();
        assertThat(root.spoiled || kills > root.killsBefore || now - root.emittedAt >= timeoutNanos)
                .as("%s fails for a reason", root)
                .isTrue();
        if (exact) {
            assertThat(root.spoiled ? now == root.spoiledAt : root.notAcked > 0 || root.lastAckedAt == now)
                    .as("%s fails at once, or as it never was complete", root)
                    .isTrue();
        }
    }

    private static void checkTold(Root root, int spoutTask, int incarnation) {
        assertThat(root.acked + root.failed).as("%s ends once", root).isEqualTo(1);
        assertThat(root.spoutTask == spoutTask && root.incarnation == incarnation)
                .as(
                        "%s ends at the start of the task that emitted it, not at task %s, start %s",
                        root, spoutTask, incarnation)
                .isTrue();
    }

    /** Checks at the end that every root of a living spout task has ended, and no root of one that died. */
    void checkAllEnded() {
        for (Root root : roots) {
            boolean lives = incarnations.get(root.spoutTask) == root.incarnation;
            if (lives) {
                assertThat(root.acked + root.failed).as("%s has ended", root).isEqualTo(1);
            }
        }
    }
}
