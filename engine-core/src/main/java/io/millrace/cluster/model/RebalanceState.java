package io.millrace.cluster.model;

import java.util.List;

/**
 * How far the last rebalance of a topology is.
 *
 * @param number names it within its topology; 0 if there was none
 * @param phase STARTING, PAUSING, HANDOVER, DONE or TAKEN_BACK; empty if there was none
 * @param goesOn whether it has not ended yet
 * @param outcome why it was taken back; else empty
 * @param waitingFor workers that have not done their part of the present phase
 */
public record RebalanceState(long number, String phase, boolean goesOn, String outcome, List<String> waitingFor) {

    public boolean isDone() {
        return phase.equals("DONE");
    }
}
