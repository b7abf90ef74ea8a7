// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.worker;

import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.registry.Versioned;

/** Lets a running worker form its executors and links anew when an assignment wants others. */
interface Regrouping {

    /**
     * Whether an assignment that contains the worker wants other executors than it has, or links of another kind to a
     * region.
     */
    boolean isDue(AssignmentRecord assignment);

    /** Begins to form the executors anew, and returns at once. If it cannot begin, the next call tries again. */
    void begin(Versioned<AssignmentRecord> assignment);
}
