// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

/**
 * Keeps the money that some channels spend within a rate: no interval of 60 s exceeds it by more than one batch. Money
 * that was not spent is kept for a second. The oracle chooses settings that keep the rate. Where no setting does, this
 * budget keeps it: events wait at the sender, which then refuses further ones. Used by one thread.
 */
public final class GeoBudget {

    private static final double NANOS = 1e9;

    /**
     * The share of the rate that is spent: with one second's money in reserve, 60 s at this share are 60 s at the whole
     * rate.
     */
    private static final double SPENDABLE = 60.0 / 61;

    private double moneyPerSecond;
    private double money;
    private long filledNanos;
    private boolean begun;

    /** @param moneyPerSecond the money that may be spent, positive infinity for no bound */
    public GeoBudget(double moneyPerSecond) {
        this.moneyPerSecond = moneyPerSecond;
    }

    /** Sets another rate from now on. */
    public void rate(double next, long nowNanos) {
        fill(nowNanos);
        moneyPerSecond = next;
    }

    /** Whether something may be sent now. */
    boolean allows(long nowNanos) {
        if (moneyPerSecond == Double.POSITIVE_INFINITY) {
            return true;
        }
        fill(nowNanos);
        return money > 0;
    }

    /** Returns when something may be sent again, by the clock. */
    long allowedNanos(long nowNanos) {
        if (allows(nowNanos)) {
            return nowNanos;
        }
        double seconds = -money / (SPENDABLE * moneyPerSecond);
        return moneyPerSecond == 0 ? Long.MAX_VALUE : nowNanos + 1 + (long) (seconds * NANOS);
    }

    void spend(double amount) {
        money -= amount;
    }

    private void fill(long nowNanos) {
        if (begun && moneyPerSecond != Double.POSITIVE_INFINITY) {
            double rate = SPENDABLE * moneyPerSecond;
            money = Math.min(rate, money + rate * (nowNanos - filledNanos) / NANOS);
        }
        begun = true;
        filledNanos = nowNanos;
    }
}
