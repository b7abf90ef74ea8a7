// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.FailPoint.Step;

/**
 * The step at which a producer is held, to be killed or stopped there: every fail point, and between them where it
 * writes.
 */
enum Moment {
    LINKED(Step.LINKED, Work.OPEN, false),
    REGISTERED(Step.REGISTERED, Work.OPEN, false),
    TAIL_LOADED(Step.TAIL_LOADED, Work.MESSAGE, false),
    ANNOUNCED(Step.ANNOUNCED, Work.MESSAGE, false),
    CLAIMED(Step.CLAIMED, Work.MESSAGE, true),
    LONG_CLAIMED(Step.CLAIMED, Work.LONG_MESSAGE, true),
    DESCRIBED(Step.DESCRIBED, Work.LONG_MESSAGE, true),
    ANNOUNCE_CLEARED(Step.ANNOUNCE_CLEARED, Work.LONG_MESSAGE, true),
    FLUSH_ANNOUNCED(Step.FLUSH_ANNOUNCED, Work.MESSAGE, false),
    FLUSH_CLAIMED(Step.FLUSH_CLAIMED, Work.MESSAGE, true),
    FLUSH_DESCRIBED(Step.FLUSH_DESCRIBED, Work.MESSAGE, false),
    FLUSH_ANNOUNCE_CLEARED(Step.FLUSH_ANNOUNCE_CLEARED, Work.MESSAGE, false),
    CLAIM_FAILED(Step.CLAIM_FAILED, Work.MESSAGE, false),
    READY_STORED(Step.READY_STORED, Work.MESSAGE, false),
    COMMITTED(Step.COMMITTED, Work.MESSAGE, false),
    ABORTED(Step.ABORTED, Work.ABORT, false),
    WAKE_REQUESTED(Step.WAKE_REQUESTED, Work.FILL, false),
    PAYLOAD_HALF_WRITTEN(null, Work.MESSAGE, true),
    LONG_PAYLOAD_HALF_WRITTEN(null, Work.LONG_MESSAGE, true),
    FRAGMENT_CLAIMED(Step.CLAIMED, Work.FRAGMENTS, true),
    FRAGMENT_DESCRIBED(Step.DESCRIBED, Work.FRAGMENTS, true),
    FRAGMENT_COMMITTED(Step.COMMITTED, Work.FRAGMENTS, false),
    BATCH_HALF_WRITTEN(null, Work.BATCH, true);

    /** What the producer does when it is held. */
    enum Work {
        /** It opens the ring. */
        OPEN,
        MESSAGE,
        /** It is at a message that is described before it is written. */
        LONG_MESSAGE,
        /** It gives one claim up before the message. */
        ABORT,
        /** It fills the ring, and asks to be woken. */
        FILL,
        /** It is at the second of three fragments. */
        FRAGMENTS,
        /** It is at the second of three messages in one record. */
        BATCH
    }

    /** Reached just before; null if it is held between two steps. */
    final Step step;

    final Work work;

    /** Whether it holds cells that only it, or its death, gives back. */
    final boolean holds;

    Moment(Step step, Work work, boolean holds) {
        this.step = step;
        this.work = work;
        this.holds = holds;
    }

    /** Whether it is about the padding before the wrap. */
    boolean isFlush() {
        return name().startsWith("FLUSH");
    }

    /** The moment with the claim that follows the padding. */
    Moment behindFlush() {
        return isFlush() ? valueOf(name().substring("FLUSH_".length())) : this;
    }

    /** The cells of its claim. */
    int cells() {
        return switch (work) {
            case FRAGMENTS -> PausedProducer.FRAGMENT_CELLS;
            case LONG_MESSAGE -> PausedProducer.LONG_MESSAGE_CELLS;
            default -> PausedProducer.MESSAGE_CELLS;
        };
    }

    @Override
    public String toString() {
        return name().replace('_', ' ');
    }
}
