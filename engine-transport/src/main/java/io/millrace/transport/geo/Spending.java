// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

/** Counts what one channel spends, and says whether it may spend more. Used on the sender's thread. */
final class Spending {

    private static final double NANOS = 1e9;

    private GeoCosts costs = GeoCosts.FREE;

    /** The budget; null for none. */
    private GeoBudget budget;

    private double money;
    private long countedBytes;
    private long relaysNanos;
    private boolean begun;

    /** @param sentBytes the bytes sent so far, which are not counted */
    void costs(GeoCosts next, GeoBudget within, long sentBytes) {
        costs = next;
        budget = within;
        countedBytes = sentBytes;
    }

    boolean allows(long nowNanos) {
        return budget == null || costs.equals(GeoCosts.FREE) || budget.allows(nowNanos);
    }

    /**
     * The time at which a waiting batch may be sent, by the clock; {@code Long.MAX_VALUE} if the budget does not hold
     * it up.
     */
    long allowedNanos(long nowNanos) {
        return allows(nowNanos) ? Long.MAX_VALUE : budget.allowedNanos(nowNanos);
    }

    /** @param bytes the bytes that all routes have carried */
    void sent(long bytes) {
        if (costs.moneyPerByte() > 0 && bytes > countedBytes) {
            spend((bytes - countedBytes) * costs.moneyPerByte());
        }
        countedBytes = bytes;
    }

    /** Counts the cost of the relays of the routes that are used. */
    void relays(long nowNanos, RouteSet routes) {
        if (costs.relayMoneyPerSecond() == 0) {
            return;
        }
        double perSecond = 0;
        for (RoutePipeline route : routes.all()) {
            perSecond += routes.isUsed(route) ? costs.moneyPerSecond(route.route()) : 0;
        }
        if (begun && perSecond > 0) {
            spend(perSecond * (nowNanos - relaysNanos) / NANOS);
        }
        begun = true;
        relaysNanos = nowNanos;
    }

    private void spend(double amount) {
        money += amount;
        if (budget != null) {
            budget.spend(amount);
        }
    }

    double money() {
        return money;
    }
}
