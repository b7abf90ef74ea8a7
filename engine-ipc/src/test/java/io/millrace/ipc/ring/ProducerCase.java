package io.millrace.ipc.ring;

import java.util.ArrayList;
import java.util.List;

/** One cell of the matrix of deaths: when, where, and beside what a producer is held. */
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

    /** When the second of two is held. */
    Moment secondMoment() {
        if (isRace()) {
            return place == Place.WRAP ? Moment.FLUSH_CLAIMED : Moment.CLAIMED;
        }
        return isFlushBehind() ? moment.behindFlush() : moment;
    }

    /** Where the second of two claims: behind the padding of the first one, if that has got so far. */
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
