// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import io.millrace.cluster.model.ClusterException;
import java.time.Duration;
import java.util.List;

/**
 * Compares this clock with the leading controller's. No time-out compares clocks of two machines; event times,
 * certificates and logs do.
 */
final class ClockCheck implements Check {

    private static final Duration TOLERATED = Duration.ofSeconds(2);
    private static final Duration WRONG = Duration.ofMinutes(1);

    @Override
    public List<Finding> examine(Plan plan, Machine machine) {
        Duration ahead;
        try {
            ahead = machine.controllerClockAhead();
        } catch (ClusterException e) {
            return List.of(
                    Finding.warning("clock", "not compared: " + e.getMessage(), "repeat this when a controller is up"));
        }
        String found = ahead.abs().compareTo(TOLERATED) <= 0
                ? "within " + TOLERATED.toSeconds() + " s of the leading controller's"
                : ahead.abs().toSeconds() + " s " + (ahead.isNegative() ? "ahead of" : "behind")
                        + " the leading controller's, " + TOLERATED.toSeconds() + " s are tolerated";
        String remedy = "synchronise the clocks of all nodes by NTP, such as with chrony";
        if (ahead.abs().compareTo(WRONG) > 0) {
            return List.of(Finding.problem("clock", found, remedy));
        }
        return List.of(
                ahead.abs().compareTo(TOLERATED) > 0
                        ? Finding.warning("clock", found, remedy)
                        : Finding.ok("clock", found));
    }
}
