package io.millrace.transport.geo;

/**
 * How a sender works.
 *
 * @param channel the number of the channel between these two ends
 * @param epoch of the sender: one that starts later has a higher one
 * @param maxBatchBytes of the events of a batch; a single event may be longer
 * @param maxBytes that are kept until they are acknowledged, with those that wait to be sent; then offers are refused
 * @param spread how batches are spread over routes
 * @param lateNanos a 99th percentile of the time until a batch is acknowledged above which another route is tried, beside
 *     more being offered than arrives; 0: all routes are used from the beginning
 * @param mostRoutes that are used at the same time while it is learnt which ones help
 */
public record GeoSenderSettings(
        int channel, long epoch, int maxBatchBytes, long maxBytes, Spread spread, long lateNanos, int mostRoutes) {

    /** What the transport adds to a batch: Ethernet, IP and TCP heads of one packet, heads of a frame and of a record. */
    static final int OVERHEAD_BYTES = 14 + 20 + 32 + 32;

    /** What is taken for the rate of a route before it was measured. */
    static final double FIRST_BYTES_PER_SECOND = 1.25e6;

    /** How many cores may encode at the same time. */
    static final int CORES = 1;

    public GeoSenderSettings {
        if (maxBatchBytes < 1 || maxBytes < maxBatchBytes) {
            throw new IllegalArgumentException("batches of at most " + maxBatchBytes + " bytes, of which at most "
                    + maxBytes + " bytes are kept: the second must not be below the first");
        }
        if (mostRoutes < 1) {
            throw new IllegalArgumentException("at most " + mostRoutes + " routes: at least one must be used");
        }
        if (lateNanos < 0) {
            throw new IllegalArgumentException("lateNanos " + lateNanos + ": it must be at least 0");
        }
    }

    /** Returns the settings of a channel with the defaults. */
    public static GeoSenderSettings of(int channel, long epoch, int maxBatchBytes, long maxBytes) {
        return new GeoSenderSettings(
                channel, epoch, maxBatchBytes, maxBytes, Spread.FIRST_ARRIVAL, 0, GeoAckDescriptor.MAX_ROUTES);
    }

    /** Returns these settings with another spread. */
    public GeoSenderSettings withSpread(Spread other) {
        return new GeoSenderSettings(channel, epoch, maxBatchBytes, maxBytes, other, lateNanos, mostRoutes);
    }

    /** Returns these settings for a sender that begins with the first route, and learns which others help. */
    public GeoSenderSettings learningRoutes(long late) {
        return learningRoutes(late, mostRoutes);
    }

    /** The same, with at most so many routes at the same time. */
    public GeoSenderSettings learningRoutes(long late, int most) {
        return new GeoSenderSettings(channel, epoch, maxBatchBytes, maxBytes, spread, late, most);
    }
}
