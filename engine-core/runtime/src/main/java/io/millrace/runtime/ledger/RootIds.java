// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.ledger;

/**
 * The id of a tree's root names the spout task that emitted it and the slot in that task's ledger.
 *
 * <pre>
 *   63         44 43         24 23            0
 *  +-------------+-------------+---------------+
 *  |    task     | generation  |     slot      |
 *  +-------------+-------------+---------------+
 * </pre>
 *
 * The generation grows when a slot is used again, so that late acks for an earlier tree are recognised. It starts at a
 * random value at every start of a task. If a late ack still meets a new tree with the same id, the XOR of that tree
 * becomes wrong, and the tree times out and is repeated. An incomplete tree is never taken for complete.
 */
public final class RootIds {

    public static final int MAX_TASK = (1 << 20) - 1;
    public static final int MAX_SLOTS = 1 << 24;

    private static final int SLOT_BITS = 24;
    private static final int TASK_SHIFT = 44;
    private static final int GENERATION_MASK = (1 << 20) - 1;

    private RootIds() {}

    static long of(int task, int generation, int slot) {
        return (long) task << TASK_SHIFT | (long) (generation & GENERATION_MASK) << SLOT_BITS | slot;
    }

    /** Returns the spout task that emitted this root. */
    public static int task(long root) {
        return (int) (root >>> TASK_SHIFT);
    }

    /** Returns the id that the same slot has for its next tree. */
    static long next(long root) {
        return of(task(root), (int) (root >>> SLOT_BITS) + 1, slot(root));
    }

    static int slot(long root) {
        return (int) root & MAX_SLOTS - 1;
    }
}
