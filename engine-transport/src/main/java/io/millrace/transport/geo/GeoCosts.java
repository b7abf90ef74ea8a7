// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

/**
 * The costs of a channel beside its own machines.
 *
 * @param moneyPerByte the price of a byte that leaves the sender's region for the receiver's, at least 0
 * @param relayMoneyPerSecond the price of each relay while a route by it is used, at least 0
 */
public record GeoCosts(double moneyPerByte, double relayMoneyPerSecond) {

    public static final GeoCosts FREE = new GeoCosts(0, 0);

    public GeoCosts {
        if (!(moneyPerByte >= 0) || !(relayMoneyPerSecond >= 0)) {
            throw new IllegalArgumentException("moneyPerByte " + moneyPerByte + ", relayMoneyPerSecond "
                    + relayMoneyPerSecond + ": both must be at least 0");
        }
    }

    /** Returns the cost of a route per second while it is used. */
    double moneyPerSecond(GeoRoute route) {
        return route.isRelayed() ? relayMoneyPerSecond : 0;
    }
}
