// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

/** The fate of the tuples of a batch whose {@link BatchBolt#execute} has thrown. */
public enum BatchErrors {

    /** All tuples fail. */
    FAIL_ALL,

    /**
     * The batch is split in halves, which are executed one after the other and split again if they throw. Only tuples
     * that throw alone fail, and all others are acked. One such tuple among n costs about 2 log n further calls, so the
     * effect of a call that throws must be undone, or harmless if it is repeated. If the first three single tuples fail
     * and no part has succeeded, the fault is not that of a tuple: the others fail without a call. An {@link Error}
     * fails all.
     */
    BISECT
}
