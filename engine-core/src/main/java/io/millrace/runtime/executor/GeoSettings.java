package io.millrace.runtime.executor;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.transport.geo.GeoSenderSettings;
import io.millrace.transport.geo.Spread;
import io.millrace.transport.geo.model.BatchModel;
import io.millrace.transport.geo.model.JetStreamModel;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.MillraceModel;

/**
 * How a topology's channels between sites work.
 *
 * @param memory bytes that each end of a channel keeps at most
 * @param maxBatchBytes of the tuples of a batch; a single one may be longer
 * @param routes that a channel uses at most
 */
public record GeoSettings(
        BatchModel model,
        Limits limits,
        long memory,
        int maxBatchBytes,
        boolean compresses,
        int routes,
        Spread spread) {

    private static final double NANOS = 1e9;
    private static final double PERCENT = 100;

    public static GeoSettings of(Config config) {
        int maxBatchBytes = Math.toIntExact(config.get(TopologyKeys.GEO_BATCH_MAX_BYTES));
        return new GeoSettings(
                config.get(TopologyKeys.GEO_MODEL).equals("jetstream") ? new JetStreamModel(0) : new MillraceModel(),
                Limits.latency(
                        config.get(TopologyKeys.GEO_MAX_DELAY).toNanos() / NANOS,
                        config.get(TopologyKeys.GEO_CPU) / PERCENT,
                        maxBatchBytes),
                config.get(TopologyKeys.GEO_MEMORY),
                maxBatchBytes,
                config.get(TopologyKeys.GEO_COMPRESSION),
                config.get(TopologyKeys.GEO_ROUTES),
                config.get(TopologyKeys.GEO_SPREAD).equals("round-robin") ? Spread.ROUND_ROBIN : Spread.FIRST_ARRIVAL);
    }

    /** Returns the settings of the sending end of a channel. */
    GeoSenderSettings sender(int channel, long epoch) {
        GeoSenderSettings sender =
                GeoSenderSettings.of(channel, epoch, maxBatchBytes, memory).withSpread(spread);
        return routes == 1 ? sender : sender.learningRoutes((long) (limits.maxDelaySeconds() * NANOS), routes);
    }

    /** Whether one of these routes, one bit each, leads by a relay: connections come first, as many as may be used. */
    boolean isByRelay(int heardRoutes) {
        return routes > 1 && heardRoutes >>> routes != 0;
    }
}
