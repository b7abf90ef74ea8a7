package io.millrace.runtime.executor;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.transport.geo.model.BatchModel;
import io.millrace.transport.geo.model.JetStreamModel;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.MillraceModel;

/**
 * How a topology's channels between sites work.
 *
 * @param memory bytes that each end of a channel keeps at most
 * @param maxBatchBytes of the tuples of a batch; a single one may be longer
 */
public record GeoSettings(BatchModel model, Limits limits, long memory, int maxBatchBytes, boolean compresses) {

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
                config.get(TopologyKeys.GEO_COMPRESSION));
    }
}
