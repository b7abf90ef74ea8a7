// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

/**
 * The settings of a sender.
 *
 * @param channel the number of the channel between these two ends
 * @param epoch the sender's epoch: a sender that starts later has a higher one
 * @param maxBatchBytes the most bytes of the events of a batch; a single event may be longer
 * @param maxBytes the most bytes that are kept until they are acknowledged, with those that wait to be sent; further
 *     offers are refused
 * @param spread how batches are spread over routes
 * @param lateNanos the 99th percentile of the time until a batch is acknowledged above which another route is tried, as
 *     it also is when more is offered than arrives; 0: all routes are used from the beginning
 * @param mostRoutes the most routes that are used at the same time while the sender learns which ones help
 */
public record GeoSenderSettings(
        int channel, long epoch, int maxBatchBytes, long maxBytes, Spread spread, long lateNanos, int mostRoutes) {

    /**
     * The bytes that the transport adds to a batch: Ethernet, IP and TCP heads of one packet, heads of a frame and of a
     * record.
     */
    static final int OVERHEAD_BYTES = 14 + 20 + 32 + 32;

    /** The rate that is assumed of a route before it was measured. */
    static final double FIRST_BYTES_PER_SECOND = 1.25e6;

    /** The number of cores that may encode at the same time. */
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

    /**
     * Returns these settings for a sender that begins with the first route, learns which others help, and uses at most
     * so many at the same time.
     */
    public GeoSenderSettings learningRoutes(long late, int most) {
        return new GeoSenderSettings(channel, epoch, maxBatchBytes, maxBytes, spread, late, most);
    }
}
