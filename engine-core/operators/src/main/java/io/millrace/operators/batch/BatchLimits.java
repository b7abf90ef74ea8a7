// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

import io.millrace.api.error.TopologyException;
import java.io.Serializable;

/**
 * The limits at which a batch is complete. Immutable.
 *
 * @param maxCount the most tuples
 * @param maxBytes the most bytes of several tuples
 * @param maxWait the greatest age of its first tuple
 */
public record BatchLimits(int maxCount, long maxBytes, BatchWait maxWait) implements Serializable {

    private static final int MOST_TUPLES = 1 << 20;
    private static final long MOST_BYTES = 1L << 30;

    public BatchLimits {
        check(maxCount >= 1 && maxCount <= MOST_TUPLES, maxCount + " tuples", "1 to " + MOST_TUPLES);
        check(maxBytes >= 1 && maxBytes <= MOST_BYTES, maxBytes + " bytes", "1 to " + MOST_BYTES);
        check(maxWait != null, "no time (null)", "a Duration or Bolts.adaptive");
    }

    private static void check(boolean holds, String what, String bounds) {
        if (!holds) {
            throw new TopologyException("a batch has a bound of " + what + ": take " + bounds);
        }
    }

    /** Whether a tuple must wait for the next batch. The first tuple of a batch always fits. */
    boolean excludes(OpenBatch batch, int bytes) {
        return !batch.isEmpty() && batch.bytes() + bytes > maxBytes;
    }

    boolean completes(OpenBatch batch) {
        return batch.size() >= maxCount || batch.bytes() >= maxBytes;
    }
}
