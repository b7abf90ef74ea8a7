// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.cluster.model.ControllerRecord;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Whether a controller leads, and the name of another leader.
 *
 * @param leads whether it leads and accepts changes
 * @param instance the instance of its data directory
 */
record Standing(BooleanSupplier leads, String instance) {

    boolean leading() {
        return leads.getAsBoolean();
    }

    /** @param leader the leader in the registry; this controller itself while it has not read all, or begins a term */
    String whyNot(Optional<ControllerRecord> leader) {
        if (leader.isEmpty()) {
            return "no controller leads now: try again in some seconds";
        }
        ControllerRecord other = leader.get();
        return other.instance().equals(instance)
                ? "this controller is about to lead: try again in some seconds"
                : "this controller does not lead: ask the leader, " + other.host() + ":" + other.port();
    }
}
