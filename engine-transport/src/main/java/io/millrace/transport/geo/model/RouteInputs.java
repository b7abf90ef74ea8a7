// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

/**
 * The measurements of one route to the other site.
 *
 * @param name the name that operators read
 * @param bytesPerSecond the rate of the route, above 0
 * @param delaySeconds the delay of one way without queues, at least 0
 * @param jitterSeconds the standard deviation of the delay, at least 0
 * @param moneyPerByte the price of a byte that leaves its region on this route
 * @param moneyPerSecond the price of the route while it is used, such as that of a relay's machine
 */
public record RouteInputs(
        String name,
        double bytesPerSecond,
        double delaySeconds,
        double jitterSeconds,
        double moneyPerByte,
        double moneyPerSecond) {

    public RouteInputs {
        Inputs.positive("bytesPerSecond of route " + name, bytesPerSecond);
        Inputs.atLeast("delaySeconds of route " + name, delaySeconds, 0);
        Inputs.atLeast("jitterSeconds of route " + name, jitterSeconds, 0);
        Inputs.atLeast("moneyPerByte of route " + name, moneyPerByte, 0);
        Inputs.atLeast("moneyPerSecond of route " + name, moneyPerSecond, 0);
    }

    /** Returns a route that costs nothing. */
    public static RouteInputs free(String name, double bytesPerSecond, double delaySeconds, double jitterSeconds) {
        return new RouteInputs(name, bytesPerSecond, delaySeconds, jitterSeconds, 0, 0);
    }
}
