// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** When something has moved that is to move all the time, and when it has not. One thread looks, any thread may ask. */
final class Movement {

    /** A time in which nothing has moved, by {@link System#nanoTime}. */
    record Gap(String what, long fromNanos, long untilNanos) {

        long millis() {
            return TimeUnit.NANOSECONDS.toMillis(untilNanos - fromNanos);
        }
    }

    private final String what;
    private final List<Gap> gaps = new ArrayList<>();
    private long movedNanos = System.nanoTime();

    /** @param what does not happen in a gap, as in "no line was visible" */
    Movement(String what) {
        this.what = what;
    }

    synchronized void moved(long now) {
        gaps.add(new Gap(what, movedNanos, now));
        movedNanos = now;
    }

    synchronized long stillNanos(long now) {
        return now - movedNanos;
    }

    /** Returns the gaps that end after a time, with the part that is after it; the last one lasts until now. */
    synchronized List<Gap> since(long nanoTime, long now) {
        List<Gap> all = new ArrayList<>(gaps);
        all.add(new Gap(what, movedNanos, now));
        return all.stream()
                .filter(gap -> gap.untilNanos() - nanoTime > 0)
                .map(gap -> gap.fromNanos() - nanoTime > 0 ? gap : new Gap(what, nanoTime, gap.untilNanos()))
                .toList();
    }
}
