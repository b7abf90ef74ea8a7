// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import static io.millrace.ipc.ring.model.Ring.NONE;

import io.millrace.ipc.ring.model.ConsumerFields.At;

/**
 * Retirement of the slots of dead owners. Nothing of an owner is left once all is read up to the tail that was loaded
 * after the proof of its death.
 */
final class RetirementSteps {
    private final Ring ring;
    private final ConsumerFields me;

    RetirementSteps(Ring ring) {
        this.ring = ring;
        this.me = ring.consumer;
    }

    /** Begins retirements between polls, in scenarios where somebody waits for a slot. */
    void begin(Steps steps) {
        for (int slot = 0; ring.slotsAreReused && slot < ring.slots; slot++) {
            begin(steps, slot);
        }
    }

    private void begin(Steps steps, int slot) {
        long[] s = steps.now();
        int at = me.retireAt[slot].get(s);
        boolean tailFirst = ring.without(Mutant.TAIL_FIRST);
        boolean gone = !ring.isAlive(s, slot);
        if (at == NONE) {
            if (ring.slotWord[slot].get(s) != Ring.FREE && (gone || tailFirst)) {
                long[] next = steps.fork();
                me.slot.set(next, slot);
                me.go(next, At.LOAD_RETIREMENT);
                steps.take(tailFirst ? "begins with slot %d" : "proves the holder of slot %d gone", slot);
            }
        } else if ((at <= me.done.get(s) || ring.without(Mutant.EARLY_RETIREMENT)) && (gone || !tailFirst)) {
            long[] next = steps.fork();
            me.slot.set(next, slot);
            me.holder.set(next, Ring.holder(ring.slotWord[slot].get(s)));
            me.go(next, firstStep());
            steps.take("finds nothing left of the holder of slot %d", slot);
        }
    }

    private At firstStep() {
        return ring.without(Mutant.CLEAR_AFTER_FREE)
                ? At.FREE_SLOT
                : ring.without(Mutant.UNLINK_FIRST) ? At.UNLINK : At.CLEAR_ANNOUNCE;
    }

    void expand(Steps steps) {
        long[] s = steps.now();
        long[] next = steps.fork();
        int slot = me.slot.get(s);
        switch (me.at(s)) {
            case LOAD_RETIREMENT -> {
                me.retireAt[slot].set(next, ring.tail.get(s));
                me.becomeIdle(next);
                steps.take("loads tail: slot %d may be FREE at %d", slot, ring.tail.get(s));
            }
            case CLEAR_ANNOUNCE -> {
                ring.announce[slot].set(next, NONE);
                me.go(next, ring.without(Mutant.CLEAR_AFTER_FREE) ? At.UNLINK : At.FREE_SLOT);
                steps.take("clears the announce of slot %d", slot);
            }
            case FREE_SLOT -> {
                ring.slotWord[slot].set(next, Ring.FREE);
                me.retireAt[slot].set(next, NONE);
                me.parts[slot].set(next, 0);
                me.firstPart[slot].set(next, 0);
                me.go(next, ring.without(Mutant.CLEAR_AFTER_FREE) ? At.CLEAR_ANNOUNCE : At.UNLINK);
                if (ring.without(Mutant.UNLINK_FIRST)) {
                    me.becomeIdle(next);
                }
                steps.take("makes slot %d FREE", slot);
            }
            case UNLINK -> {
                ring.link[me.holder.get(s)].set(next, 0);
                if (ring.without(Mutant.UNLINK_FIRST)) {
                    me.go(next, At.CLEAR_ANNOUNCE);
                } else {
                    me.becomeIdle(next);
                }
                steps.take("unlinks p%d, who held slot %d", me.holder.get(s), slot);
            }
            default -> throw new IllegalStateException(me.at(s) + " is no step of retirement");
        }
    }

    boolean isQuiet(long[] s) {
        for (int slot = 0; ring.slotsAreReused && slot < ring.slots; slot++) {
            if (ring.slotWord[slot].get(s) != Ring.FREE) {
                return false;
            }
        }
        return true;
    }
}
