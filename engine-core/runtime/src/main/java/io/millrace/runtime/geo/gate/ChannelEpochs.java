// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import java.util.function.Consumer;

/**
 * The epochs of the sending ends of one executor: each is later than those of all earlier ends of the same tasks. They
 * never repeat: a number that exceeds its bits is refused, as the receivers would drop all that comes with an earlier
 * epoch. Confined to the executor's thread.
 *
 * <pre>
 *   bits  0                      21                     42                     63
 *         | ends opened since    | start of the worker  | assignment           |
 *         | the worker's start   |                      |                      |
 * </pre>
 */
final class ChannelEpochs {

    /** The bits of each part: two million values; the sign stays free. */
    private static final int BITS = 21;

    private final long workerEpoch;
    private final Consumer<Throwable> onRefusal;
    private long opened;

    /**
     * @param workerEpoch number that grows with each start of the worker
     * @param onRefusal called when no further end can be opened: the worker must start anew
     */
    ChannelEpochs(long workerEpoch, Consumer<Throwable> onRefusal) {
        this.workerEpoch = workerEpoch;
        this.onRefusal = onRefusal;
    }

    /**
     * Returns the epoch of the next end.
     *
     * @param assignment version of the assignment: a task that moves to another worker, or back, has a later one
     * @throws IllegalStateException if there is no next epoch; {@code onRefusal} was called before
     */
    long next(long assignment) {
        String anew = "kill the topology and submit it again";
        return bounded("assignment", assignment, anew) << 2 * BITS
                | bounded("start of the worker", workerEpoch, anew) << BITS
                | bounded("opening", opened++, "the worker starts anew");
    }

    private long bounded(String what, long number, String remedy) {
        if (number >>> BITS != 0) {
            IllegalStateException refusal =
                    new IllegalStateException("a channel to another region cannot be opened: " + what + " " + number
                            + " is above " + ((1L << BITS) - 1) + ", the most that its epoch has room for: " + remedy);
            onRefusal.accept(refusal);
            throw refusal;
        }
        return number;
    }
}
