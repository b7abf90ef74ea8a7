// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import java.util.List;

/**
 * The state of a topology's last rebalance.
 *
 * @param number the number, which identifies it within its topology; 0 if there was none
 * @param phase the phase: STARTING, PAUSING, SNAPSHOT, HANDOVER, DONE or CANCELLED; empty if there was none
 * @param goesOn whether it is in progress
 * @param outcome the reason why it was cancelled; otherwise empty
 * @param waitingFor workers that have not completed the current phase
 */
public record RebalanceState(long number, String phase, boolean goesOn, String outcome, List<String> waitingFor) {

    public boolean isDone() {
        return phase.equals("DONE");
    }
}
