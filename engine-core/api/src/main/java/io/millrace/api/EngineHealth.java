// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.util.List;

/**
 * The health of an engine at one moment, for probes and health pages of the service.
 *
 * @param reasons the reasons why it is not ready, one line each; empty if it is ready
 */
public record EngineHealth(Status status, List<String> reasons) {

    /** The abilities of the engine. */
    public enum Status {
        /** The engine accepts topologies, and all submitted ones run, are deactivated or have completed. */
        READY,
        /** The engine accepts topologies, but at least one does not run as it should, or only in part. */
        DEGRADED,
        /** The engine accepts no topology and no other change. Topologies that run may go on. */
        DOWN
    }

    public EngineHealth {
        reasons = List.copyOf(reasons);
    }

    /** Returns a health that is ready if there is no reason why not, and otherwise degraded. */
    public static EngineHealth of(List<String> reasons) {
        return new EngineHealth(reasons.isEmpty() ? Status.READY : Status.DEGRADED, reasons);
    }

    /** Returns the health of an engine that accepts no change. */
    public static EngineHealth down(String reason) {
        return new EngineHealth(Status.DOWN, List.of(reason));
    }

    /** Returns whether the status is {@link Status#READY}. */
    public boolean ready() {
        return status == Status.READY;
    }
}
