// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.util.ArrayList;
import java.util.List;

/** One case of a consumer's death: the step, what lies before the messages that it reads, and where. */
record ConsumerCase(ConsumerMoment moment, Before before, Place place) {
    /** What lies before the messages. */
    enum Before {
        NOTHING(null, "nothing"),
        LIVING_RECORD(Moment.DESCRIBED, "a record being written"),
        LIVING_HOLE(Moment.CLAIMED, "a claim not described"),
        DEAD_RECORD(Moment.DESCRIBED, "a dead one's record"),
        DEAD_HOLE(Moment.CLAIMED, "a dead one's hole");

        final Moment moment;
        private final String words;

        Before(Moment moment, String words) {
            this.moment = moment;
            this.words = words;
        }

        boolean isDead() {
            return name().startsWith("DEAD");
        }

        boolean isLiving() {
            return name().startsWith("LIVING");
        }
    }

    static List<ConsumerCase> all() {
        List<ConsumerCase> cases = new ArrayList<>();
        for (ConsumerMoment moment : ConsumerMoment.values()) {
            for (Before before : Before.values()) {
                if (comesTo(moment, before)) {
                    for (Place place : Place.values()) {
                        cases.add(new ConsumerCase(moment, before, place));
                    }
                }
            }
        }
        return cases;
    }

    /** Whether a consumer reaches this step behind that. */
    private static boolean comesTo(ConsumerMoment moment, Before before) {
        return switch (moment) {
            case MARKED, MARKED_FRAGMENT, TAIL_SEEN, SUSPECTED -> before != Before.NOTHING;
            case ANNOUNCES_SEEN -> before.moment == Moment.CLAIMED;
            case PROVEN_DEAD, SLOT_FREED -> before.isDead();
            default -> true;
        };
    }

    @Override
    public String toString() {
        return moment + ", behind " + before.words + ", " + place;
    }
}
