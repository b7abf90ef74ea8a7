package io.millrace.benchmarks.geo;

import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.GeoSenderSettings;
import io.millrace.transport.geo.PeerRoute;
import io.millrace.transport.geo.model.BatchOracle;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.MillraceModel;
import io.millrace.transport.geo.model.Setting;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The sender of a cell: the same but for who chooses. */
final class Senders {

    private static final long EPOCH = 1;
    private static final double MAX_CPU_SHARE = 0.5;

    /** Of 99 of 100 events; also what lets a channel try another route. */
    private static final double MAX_DELAY_SECONDS = 1;

    /** A fixed batch waits until it is full. */
    private static final long NEVER_NANOS = TimeUnit.HOURS.toNanos(1);

    private Senders() {}

    static GeoSender of(Cell cell, int channel, List<PeerRoute> routes) {
        GeoSenderSettings settings = GeoSenderSettings.of(channel, EPOCH, cell.maxBatchBytes(), cell.keptBytes())
                .withSpread(cell.spread());
        return switch (cell.chooser()) {
            case ORACLE -> withOracle(cell, settings, routes);
            case LEARNING ->
                withOracle(
                        cell,
                        settings.learningRoutes((long) (MAX_DELAY_SECONDS * TimeUnit.SECONDS.toNanos(1))),
                        routes);
            case STATIC ->
                GeoSender.withSetting(
                        settings,
                        routes,
                        null,
                        new Setting(cell.batch(), routes.size(), false),
                        NEVER_NANOS,
                        System::nanoTime);
            case STOP_AND_WAIT ->
                GeoSender.withSetting(settings, routes, null, new Setting(1, 1, false), 0, System::nanoTime);
        };
    }

    private static GeoSender withOracle(Cell cell, GeoSenderSettings settings, List<PeerRoute> routes) {
        return new GeoSender(
                settings, routes, null, new BatchOracle(new MillraceModel(), limits(cell)), System::nanoTime);
    }

    private static Limits limits(Cell cell) {
        return Limits.latency(MAX_DELAY_SECONDS, MAX_CPU_SHARE, cell.maxBatchBytes());
    }
}
