// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

/**
 * The setting of a channel, which the oracle chooses.
 *
 * @param batchEvents how many events make a batch, at least 1
 * @param routes how many routes are used, at least 1
 * @param compressed whether batches are compressed
 */
public record Setting(int batchEvents, int routes, boolean compressed) {

    public Setting {
        Inputs.atLeast("batchEvents", batchEvents, 1);
        Inputs.atLeast("routes", routes, 1);
    }

    @Override
    public String toString() {
        return "b=" + batchEvents + " c=" + routes + (compressed ? " compressed" : "");
    }
}
