// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/**
 * What happens to a record that the handler holds: it is released, or copied when it keeps more than half of the ring
 * from producers.
 */
final class RetainingSteps {
    private final Ring ring;
    private final ConsumerFields me;

    RetainingSteps(Ring ring) {
        this.ring = ring;
        this.me = ring.consumer;
    }

    /** What the consumer may do between polls with the record that it holds. */
    void expand(Steps steps) {
        long[] s = steps.now();
        int at = me.held.get(s);
        if (at == Ring.NONE) {
            return;
        }
        int content = me.heldContent.get(s);
        for (int cell = at; cell < at + ring.planned(content).cells(); cell++) {
            if (ring.content(s, cell) != content) {
                throw new Violation(Damage.OVERWRITTEN_WHILE_HELD, "the record at %d is held, and overwritten", at);
            }
        }
        release(steps.fork());
        steps.mayTake("releases %d", at);
        if (me.done.get(s) - at > ring.cells / 2 && !ring.without(Mutant.NEVER_MOVED_OUT)) {
            release(steps.fork());
            steps.take("copies and releases %d", at);
        }
    }

    private void release(long[] next) {
        me.held.set(next, Ring.NONE);
        me.heldContent.set(next, Ring.NOTHING);
    }

    /** Whether all is read, and what is not free is held. */
    boolean keepsTheRest(long[] s) {
        int at = me.held.get(s);
        return at != Ring.NONE && me.done.get(s) == ring.tail.get(s) && ring.free.get(s) == at;
    }

    /** The position up to which producers may overwrite, if all before {@code done} was read. */
    int overwritable(long[] s, int done) {
        int at = me.held.get(s);
        return at == Ring.NONE || ring.without(Mutant.HELD_FREED) ? done : Math.min(done, at);
    }
}
