// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import io.millrace.api.config.Config;
import io.millrace.api.config.Prices;
import io.millrace.api.config.StreamOrders;
import io.millrace.api.config.TopologyKeys;
import io.millrace.transport.geo.GeoCosts;
import io.millrace.transport.geo.GeoSenderSettings;
import io.millrace.transport.geo.Spread;
import io.millrace.transport.geo.model.BatchModel;
import io.millrace.transport.geo.model.JetStreamModel;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.Limits.Objective;
import io.millrace.transport.geo.model.MillraceModel;
import io.millrace.transport.geo.model.NaturalModel;
import io.millrace.transport.geo.model.ThroughputFit;
import java.util.Locale;

/**
 * The settings of a topology's channels between sites.
 *
 * @param model name of the model
 * @param limits limits without the budget, of which each channel has a part
 * @param region region of this node
 */
public record GeoSettings(
        String model, Limits limits, Batches batches, Routes routes, StreamOrders orders, String region, Money money) {

    /**
     * What a channel makes of tuples.
     *
     * @param memory bytes that each end of a channel keeps at most
     * @param maxBytes the most bytes of the tuples of a batch; a single one may be longer
     */
    public record Batches(long memory, int maxBytes, boolean compresses) {}

    /**
     * The ways that batches go.
     *
     * @param most routes that a channel uses
     */
    public record Routes(int most, Spread spread, Multicast multicast) {}

    /**
     * What channels may spend, and what they cost.
     *
     * @param perSecond the money that all channels of the topology may spend; positive infinity for any
     * @param egress what leaving the region costs
     * @param relayPerHour what a relay costs while a route by it is used
     */
    public record Money(double perSecond, Prices egress, double relayPerHour) {

        GeoCosts costs(String targetRegion) {
            return new GeoCosts(egress.perGigabyte(targetRegion) / GIGABYTE, relayPerHour / SECONDS_PER_HOUR);
        }

        boolean hasBudget() {
            return perSecond != Double.POSITIVE_INFINITY;
        }
    }

    /** The way of copies for several tasks in another region. */
    public enum Multicast {
        DIRECT,
        INTERMEDIATE,
        AUTO
    }

    private static final String NO_BUDGET = "none";
    private static final double NANOS = 1e9;
    private static final double PERCENT = 100;
    private static final double GIGABYTE = 1e9;
    private static final double SECONDS_PER_HOUR = 3_600;

    public static GeoSettings of(Config config, String region, Prices egress, double relayMoneyPerHour) {
        int maxBatchBytes = Math.toIntExact(config.get(TopologyKeys.GEO_BATCH_MAX_BYTES));
        String budget = config.get(TopologyKeys.GEO_BUDGET);
        Objective objective =
                Objective.valueOf(config.get(TopologyKeys.GEO_OBJECTIVE).toUpperCase(Locale.ROOT));
        return new GeoSettings(
                model(config.get(TopologyKeys.GEO_MODEL), objective, budget),
                new Limits(
                        objective,
                        config.get(TopologyKeys.GEO_MAX_DELAY).toNanos() / NANOS,
                        Limits.MAX_UTILISATION,
                        config.get(TopologyKeys.GEO_CPU) / PERCENT,
                        Double.POSITIVE_INFINITY,
                        maxBatchBytes),
                new Batches(
                        config.get(TopologyKeys.GEO_MEMORY), maxBatchBytes, config.get(TopologyKeys.GEO_COMPRESSION)),
                new Routes(
                        config.get(TopologyKeys.GEO_ROUTES),
                        config.get(TopologyKeys.GEO_SPREAD).equals("round-robin")
                                ? Spread.ROUND_ROBIN
                                : Spread.FIRST_ARRIVAL,
                        Multicast.valueOf(config.get(TopologyKeys.GEO_MULTICAST).toUpperCase(Locale.ROOT))),
                StreamOrders.of(config),
                region,
                new Money(
                        budget.equals(NO_BUDGET) ? Double.POSITIVE_INFINITY : Prices.amount(budget) / SECONDS_PER_HOUR,
                        egress,
                        relayMoneyPerHour));
    }

    /** Sizes of batches are chosen only for what natural ones cannot: decision 096. */
    private static String model(String key, Objective objective, String budget) {
        boolean chosen = objective != Objective.LATENCY || !budget.equals(NO_BUDGET);
        return key.equals("auto") ? chosen ? MillraceModel.NAME : NaturalModel.NAME : key;
    }

    /** Returns the settings of the sending end of a channel. */
    GeoSenderSettings sender(int channel, long epoch) {
        GeoSenderSettings sender = GeoSenderSettings.of(channel, epoch, batches.maxBytes(), batches.memory())
                .withSpread(routes.spread());
        return routes.most() == 1
                ? sender
                : sender.learningRoutes((long) (limits.maxDelaySeconds() * NANOS), routes.most());
    }

    /** Returns whether one of these routes, one bit each, leads by a relay: the connections come first. */
    boolean isByRelay(int heardRoutes) {
        return routes.most() > 1 && heardRoutes >>> routes.most() != 0;
    }

    /** @param fit fit of the channel's measurements */
    BatchModel newModel(ThroughputFit fit) {
        return switch (model) {
            case JetStreamModel.NAME -> new JetStreamModel(fit);
            case NaturalModel.NAME -> new NaturalModel();
            case MillraceModel.NAME -> new MillraceModel();
            default -> throw new IllegalArgumentException("no model " + model);
        };
    }
}
