package io.millrace.transport.geo.model;

/**
 * What a model expects of a setting.
 *
 * @param p99 seconds in which 99 of 100 events arrive
 * @param utilisation of what is used most, the encoding cores or the routes: 1 is full
 * @param cpuShare of all encoding cores that encoding uses
 * @param bytesPerSecond that leave the site
 * @param moneyPerSecond of these bytes and of the routes
 */
public record Prediction(
        Parts parts, double p99, double utilisation, double cpuShare, double bytesPerSecond, double moneyPerSecond) {

    /**
     * The latency of the mean event, in seconds.
     *
     * @param fill waiting for the batch to be full
     * @param queue waiting for earlier batches to be encoded and sent
     * @param encoding of its batch
     * @param transfer writing the batch to a route, and the route's delay
     * @param reorder waiting for earlier batches of other routes
     * @param decoding of its batch
     */
    public record Parts(double fill, double queue, double encoding, double transfer, double reorder, double decoding) {

        double sum() {
            return fill + queue + encoding + transfer + reorder + decoding;
        }

        private Parts later(double seconds) {
            return new Parts(fill, queue, encoding, transfer + seconds, reorder, decoding);
        }
    }

    /** Returns the latency of the mean event in seconds. */
    public double mean() {
        return parts.sum();
    }

    /** Returns the same with no more bytes and money than routes and cores carry and so much money pays for: other events wait. */
    Prediction within(double mostMoneyPerSecond) {
        double share = Math.min(1, 1 / utilisation);
        if (moneyPerSecond * share > mostMoneyPerSecond) {
            share = mostMoneyPerSecond / moneyPerSecond;
        }
        return share == 1 ? this : spending(cpuShare, bytesPerSecond * share, moneyPerSecond * share);
    }

    /** Returns the same with another use of the cores, and other bytes and money of a second. */
    Prediction spending(double cpu, double bytes, double money) {
        return new Prediction(parts, p99, utilisation, cpu, bytes, money);
    }

    /** Returns the same for events that arrive so many seconds later. */
    Prediction later(double seconds) {
        return new Prediction(
                parts.later(seconds), p99 + seconds, utilisation, cpuShare, bytesPerSecond, moneyPerSecond);
    }

    /** Returns what an event takes after its batch was closed, in seconds. */
    public double afterFill() {
        return mean() - parts.fill();
    }
}
