package io.millrace.transport.geo;

/**
 * What a channel costs beside its own machines.
 *
 * @param moneyPerByte for bytes that leave the sender's region for the receiver's, at least 0
 * @param relayMoneyPerSecond for each relay while a route by it is used, at least 0
 */
public record GeoCosts(double moneyPerByte, double relayMoneyPerSecond) {

    public static final GeoCosts FREE = new GeoCosts(0, 0);

    public GeoCosts {
        if (!(moneyPerByte >= 0) || !(relayMoneyPerSecond >= 0)) {
            throw new IllegalArgumentException("moneyPerByte " + moneyPerByte + ", relayMoneyPerSecond "
                    + relayMoneyPerSecond + ": both must be at least 0");
        }
    }

    /** Returns what a route costs per second while it is used. */
    double moneyPerSecond(GeoRoute route) {
        return route.isRelayed() ? relayMoneyPerSecond : 0;
    }
}
