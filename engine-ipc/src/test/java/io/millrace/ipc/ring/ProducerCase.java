// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.util.ArrayList;
import java.util.List;

/**
 * One case of {@link ProducerMatrix}: the step at which a producer is held, the place of its claim, and what lies
 * beside it.
 */
record ProducerCase(Moment moment, Place place, Beside beside) {
    /** What lies at the claim's sides. */
    enum Beside {
        ONE("one claim among others"),
        TWO("two adjacent claims of two processes"),
        LAST("the last claim before tail");

        private final String words;

        Beside(String words) {
            this.words = words;
        }
    }

    static List<ProducerCase> all() {
        List<ProducerCase> cases = new ArrayList<>();
        for (Moment moment : Moment.values()) {
            for (Place place : Place.values()) {
                // Padding is claimed before a wrap only.
                if (place == Place.WRAP || !moment.isFlush()) {
                    for (Beside beside : Beside.values()) {
                        cases.add(new ProducerCase(moment, place, beside));
                    }
                }
            }
        }
        return cases;
    }

    static List<ProducerCase> withTwo() {
        return all().stream().filter(ProducerCase::hasTwo).toList();
    }

    boolean hasTwo() {
        return beside == Beside.TWO;
    }

    /** Whether the two are at the same position: the second has won it. */
    boolean isRace() {
        return moment == Moment.CLAIM_FAILED;
    }

    /** The step at which the second of two is held. */
    Moment secondMoment() {
        if (isRace()) {
            return place == Place.WRAP ? Moment.FLUSH_CLAIMED : Moment.CLAIMED;
        }
        return isFlushBehind() ? moment.behindFlush() : moment;
    }

    /** The place of the second claim: behind the padding of the first one if that has padded. */
    Place secondPlace() {
        return isFlushBehind() ? Place.START : place;
    }

    private boolean isFlushBehind() {
        return place == Place.WRAP && !isRace() && moment != Moment.FLUSH_ANNOUNCED;
    }

    @Override
    public String toString() {
        return moment + ", claim " + place + ", " + beside.words;
    }
}
