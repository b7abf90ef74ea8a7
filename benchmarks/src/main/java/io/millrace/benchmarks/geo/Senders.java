// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import io.millrace.transport.geo.GeoBudget;
import io.millrace.transport.geo.GeoCosts;
import io.millrace.transport.geo.GeoRoute;
import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.GeoSenderSettings;
import io.millrace.transport.geo.KnownRoutes;
import io.millrace.transport.geo.model.BatchModel;
import io.millrace.transport.geo.model.BatchOracle;
import io.millrace.transport.geo.model.JetStreamModel;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.MillraceModel;
import io.millrace.transport.geo.model.NaturalModel;
import io.millrace.transport.geo.model.Setting;
import io.millrace.transport.geo.model.ThroughputFit;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The sender of a cell: the same but for who chooses. */
final class Senders {

    private static final long EPOCH = 1;
    private static final double MAX_CPU_SHARE = 0.5;
    private static final double GIGA = 1e9;
    private static final double SECONDS_OF_HOUR = 3_600;

    /** The delay that 99 of 100 events stay below; also what lets a channel try another route. */
    private static final double MAX_DELAY_SECONDS = 1;

    /** A fixed batch waits until it is full. */
    private static final long NEVER_NANOS = TimeUnit.HOURS.toNanos(1);

    private Senders() {}

    /** @param known the knowledge with which the channel begins */
    static GeoSender of(Cell cell, int channel, List<GeoRoute> routes, KnownRoutes known) {
        GeoSenderSettings settings = GeoSenderSettings.of(
                        channel, EPOCH, cell.batches().maxBytes(), cell.keptBytes())
                .withSpread(cell.ways().spread());
        return switch (cell.batches().chooser()) {
            case ORACLE -> withOracle(cell, settings, routes, new MillraceModel(), known);
            case PUBLISHED -> asPublished(cell, settings, routes, known);
            case NATURAL -> withOracle(cell, settings, routes, new NaturalModel(), known);
            case LEARNING, KNOWING -> withOracle(cell, learning(settings), routes, new MillraceModel(), known);
            case NATURAL_LEARNING, NATURAL_KNOWING ->
                withOracle(cell, learning(settings), routes, new NaturalModel(), known);
            case STATIC ->
                GeoSender.withSetting(
                        settings,
                        routes,
                        null,
                        new Setting(cell.batches().size(), routes.size(), false),
                        NEVER_NANOS,
                        System::nanoTime);
            case STOP_AND_WAIT ->
                GeoSender.withSetting(settings, routes, null, new Setting(1, 1, false), 0, System::nanoTime);
        };
    }

    private static GeoSenderSettings learning(GeoSenderSettings settings) {
        return settings.learningRoutes((long) (MAX_DELAY_SECONDS * TimeUnit.SECONDS.toNanos(1)));
    }

    private static GeoSender asPublished(
            Cell cell, GeoSenderSettings settings, List<GeoRoute> routes, KnownRoutes known) {
        ThroughputFit fit = new ThroughputFit();
        GeoSender sender = withOracle(cell, settings, routes, new JetStreamModel(fit), known);
        sender.measureInto(fit);
        return sender;
    }

    private static GeoSender withOracle(
            Cell cell, GeoSenderSettings settings, List<GeoRoute> routes, BatchModel model, KnownRoutes known) {
        GeoSender sender =
                new GeoSender(settings, routes, null, new BatchOracle(model, limits(cell)), known, System::nanoTime);
        Cell.Price price = cell.price();
        sender.costs(
                new GeoCosts(price.gigabyte() / GIGA, price.relayHour() / SECONDS_OF_HOUR),
                price.budgetHour() == 0 ? null : new GeoBudget(price.budgetHour() / SECONDS_OF_HOUR));
        return sender;
    }

    private static Limits limits(Cell cell) {
        double budget = cell.price().budgetHour();
        return new Limits(
                cell.price().objective(),
                MAX_DELAY_SECONDS,
                Limits.MAX_UTILISATION,
                MAX_CPU_SHARE,
                budget == 0 ? Double.POSITIVE_INFINITY : budget / SECONDS_OF_HOUR,
                cell.batches().maxBytes());
    }
}
