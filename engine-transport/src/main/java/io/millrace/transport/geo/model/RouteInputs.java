package io.millrace.transport.geo.model;

/**
 * One route to the other site, as it was measured.
 *
 * @param name what operators read
 * @param bytesPerSecond what it carries at most, above 0
 * @param delaySeconds one way without queues, at least 0
 * @param jitterSeconds the standard deviation of the delay, at least 0
 * @param moneyPerByte what the bytes cost that leave regions on this route
 * @param moneyPerSecond what the route costs while it is used, such as a relay's machine
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
