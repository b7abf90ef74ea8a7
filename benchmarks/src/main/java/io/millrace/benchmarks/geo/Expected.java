// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.transport.geo.model.Choice;

/** What the oracle expects to be sent and spent, while it changes its mind: the sum over the time. One thread. */
final class Expected {

    private static final double NANOS = 1e9;

    private double bytes;
    private double money;
    private long lookedNanos;

    /** @param choice null for none */
    void look(long nowNanos, Choice choice) {
        if (choice != null && lookedNanos != 0) {
            double seconds = (nowNanos - lookedNanos) / NANOS;
            bytes += choice.prediction().bytesPerSecond() * seconds;
            money += choice.prediction().moneyPerSecond() * seconds;
        }
        lookedNanos = nowNanos;
    }

    void into(ObjectNode phase) {
        phase.put("expected_bytes", phase.path("expected_bytes").asDouble() + bytes);
        phase.put("expected_money", phase.path("expected_money").asDouble() + money);
    }
}
