// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static io.millrace.ipc.ring.FailPoint.Step;

/**
 * The step at which a consumer is killed. It reads eight messages: two of a record each, three of a batch, one between
 * two fragments, the fragmented one, and one more.
 */
enum ConsumerMoment {
    IN_HANDLER(null, 1),
    HANDLED(Step.HANDLED, 1, Redelivery.LAST),
    BETWEEN_POLLS(null, -1),
    IN_BATCH(null, 3),
    HANDLED_IN_BATCH(Step.HANDLED, 3, Redelivery.LAST),
    HANDLED_LAST_OF_BATCH(Step.HANDLED, 4, Redelivery.LAST),
    BETWEEN_FRAGMENTS(null, 5, Redelivery.LOST_IN_PARTS),
    IN_HANDLER_OF_FRAGMENTS(null, 6, Redelivery.LOST_IN_PARTS),
    HANDLED_FRAGMENTS(Step.HANDLED, 6, Redelivery.DROPPED_AFTERWARDS),
    BEHIND_FRAGMENTS(null, 7),
    MARKED(Step.MARKED, 1),
    MARKED_FRAGMENT(Step.MARKED, 3, Redelivery.LOST_IN_PARTS),
    TAIL_SEEN(Step.TAIL_SEEN, 0),
    ANNOUNCES_SEEN(Step.ANNOUNCES_SEEN, 0),
    SUSPECTED(Step.SUSPECTED, 0),
    PROVEN_DEAD(Step.PROVEN_DEAD, 0),
    SLOT_FREED(Step.SLOT_FREED, 0),
    WAKE_TAKEN(Step.WAKE_TAKEN, 0);

    /** How many messages {@link #BETWEEN_POLLS} lets it read. */
    static final int POLLED = 2;

    /** What the next consumer gets of the messages whose handlers had returned. */
    enum Redelivery {
        NOTHING,
        /** The message whose handler has just returned. */
        LAST,
        /** The message of which a part was read is dropped. */
        LOST_IN_PARTS,
        /** The rest of a message that was handled whole is dropped. */
        DROPPED_AFTERWARDS
    }

    /** Reached just before; null if it is held in the handler, or between polls. */
    final Step step;

    /** How often the step, or the handler, is passed before. */
    final int before;

    final Redelivery redelivery;

    ConsumerMoment(Step step, int before) {
        this(step, before, Redelivery.NOTHING);
    }

    ConsumerMoment(Step step, int before, Redelivery redelivery) {
        this.step = step;
        this.before = before;
        this.redelivery = redelivery;
    }

    @Override
    public String toString() {
        return name().replace('_', ' ');
    }
}
