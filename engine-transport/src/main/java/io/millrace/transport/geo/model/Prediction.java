// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

/**
 * The prediction of a model for a setting. The parts are seconds of the mean event.
 *
 * @param p99 seconds in which 99 of 100 events arrive
 * @param utilisation the utilisation of the encoding cores or the routes, whichever is higher: 1 is full
 * @param cpuShare the share of all encoding cores that encoding uses
 * @param bytesPerSecond the bytes that leave the site
 * @param moneyPerSecond the price of these bytes and of the routes
 */
public record Prediction(
        Parts parts, double p99, double utilisation, double cpuShare, double bytesPerSecond, double moneyPerSecond) {

    /**
     * The latency of the mean event, in seconds.
     *
     * @param fill waiting for the batch to be full
     * @param queue waiting for earlier batches to be encoded and sent
     * @param encoding the encoding of its batch
     * @param transfer writing the batch to a route, and the route's delay
     * @param reorder waiting for earlier batches of other routes
     * @param decoding the decoding of its batch
     */
    public record Parts(double fill, double queue, double encoding, double transfer, double reorder, double decoding) {

        double sum() {
            return fill + queue + encoding + transfer + reorder + decoding;
        }

        private Parts withoutFill() {
            return new Parts(0, queue, encoding, transfer, reorder, decoding);
        }

        private Parts later(double seconds) {
            return new Parts(fill, queue, encoding, transfer + seconds, reorder, decoding);
        }
    }

    /** Returns the latency of the mean event in seconds. */
    public double mean() {
        return parts.sum();
    }

    /**
     * Returns this prediction with no more bytes than routes and cores carry, and no more than so much money: other
     * events wait.
     */
    Prediction within(double mostMoneyPerSecond) {
        double share = Math.min(1, 1 / utilisation);
        if (moneyPerSecond * share > mostMoneyPerSecond) {
            share = mostMoneyPerSecond / moneyPerSecond;
        }
        return share == 1 ? this : spending(cpuShare, bytesPerSecond * share, moneyPerSecond * share);
    }

    /** Returns this prediction with another use of the cores, and other bytes and money per second. */
    Prediction spending(double cpu, double bytes, double money) {
        return new Prediction(parts, p99, utilisation, cpu, bytes, money);
    }

    /** Returns this prediction for events that do not wait for others of their batch; the last one never does. */
    Prediction withoutFill() {
        return new Prediction(
                parts.withoutFill(), p99 - 2 * parts.fill(), utilisation, cpuShare, bytesPerSecond, moneyPerSecond);
    }

    /** Returns this prediction for events that arrive so many seconds later. */
    Prediction later(double seconds) {
        return new Prediction(
                parts.later(seconds), p99 + seconds, utilisation, cpuShare, bytesPerSecond, moneyPerSecond);
    }

    /** Returns the latency of an event after its batch was closed, in seconds. */
    public double afterFill() {
        return mean() - parts.fill();
    }
}
