// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Chooses how copies of one stream go to several receivers in another site: each from the source, which multiplies its
 * bytes, its encoding and its writing by their number; or once, to a receiver that is the entry, which writes the
 * others' copies within the site. The measurements of one channel, to one receiver or to an entry, are used for both.
 * Stateless.
 */
public final class MulticastModel {

    /** The rate that is assumed of a site's network while it is not known: 1 Gbit/s. */
    public static final double INSIDE_BYTES_PER_SECOND = 125e6;

    /** The delay that is assumed of one way within a site. */
    public static final double INSIDE_SECONDS = 0.25e-3;

    /** The relative difference below which strategies are equal, and the one that sends fewer bytes is taken. */
    private static final double EQUAL = 0.05;

    private MulticastModel() {}

    /** The strategy by which copies go. */
    public enum Strategy {
        /** Each copy goes from the source. */
        DIRECT,
        /** One copy goes to an entry, which copies it. */
        INTERMEDIATE
    }

    /**
     * A choice.
     *
     * @param direct the latency of the mean event in seconds with {@link Strategy#DIRECT}, infinite without the
     *     capacity
     * @param intermediate the latency with {@link Strategy#INTERMEDIATE}
     * @param reason the reason, in one line
     */
    public record Choice(Strategy strategy, double direct, double intermediate, String reason) {}

    /**
     * @param inputs the measurements of one channel
     * @param receivers the number of receivers, at least 1
     * @param present the present strategy, which is left only for one that is clearly better; null for none
     */
    public static Choice choose(
            BatchModel model, ChannelInputs inputs, Limits limits, int receivers, Strategy present) {
        Inputs.atLeast("receivers", receivers, 1);
        Candidate direct = best(new Direct(model, receivers), inputs, limits);
        Candidate intermediate = best(new Intermediate(model, receivers), inputs, limits);
        Strategy strategy = receivers == 1 ? Strategy.DIRECT : strategy(direct, intermediate, limits, present);
        Candidate chosen = strategy == Strategy.DIRECT ? direct : intermediate;
        Candidate other = strategy == Strategy.DIRECT ? intermediate : direct;
        String reason = String.format(
                Locale.ROOT,
                "%s of %d: %s; %s %s",
                name(strategy),
                receivers,
                text(chosen),
                strategy == Strategy.DIRECT ? name(Strategy.INTERMEDIATE) : name(Strategy.DIRECT),
                text(other));
        return new Choice(
                strategy, direct.prediction().mean(), intermediate.prediction().mean(), reason);
    }

    private static String name(Strategy strategy) {
        return strategy.name().toLowerCase(Locale.ROOT);
    }

    private static String text(Candidate one) {
        if (!one.refusal().isEmpty()) {
            return one.refusal();
        }
        double mean = one.prediction().mean();
        return String.format(
                Locale.ROOT,
                "%s, %.0f kB/s",
                Double.isFinite(mean) ? String.format(Locale.ROOT, "%.2f ms", 1e3 * mean) : "latency without bound",
                one.prediction().bytesPerSecond() / 1e3);
    }

    private static Candidate best(BatchModel model, ChannelInputs inputs, Limits limits) {
        Candidate best = null;
        for (Candidate each : new SettingSearch(model, inputs, limits).bestOfEach()) {
            best = each.isBetterThan(best, limits) ? each : best;
        }
        return best;
    }

    private static Strategy strategy(Candidate direct, Candidate intermediate, Limits limits, Strategy present) {
        if (direct.refusal().isEmpty() != intermediate.refusal().isEmpty()) {
            return direct.refusal().isEmpty() ? Strategy.DIRECT : Strategy.INTERMEDIATE;
        }
        if (!direct.refusal().isEmpty()) {
            // Both strategies are overloaded, and this one sends less
            return Strategy.INTERMEDIATE;
        }
        double most = present == Strategy.INTERMEDIATE ? 2 * EQUAL : EQUAL;
        return intermediate.value(limits) <= direct.value(limits) * (1 + most)
                ? Strategy.INTERMEDIATE
                : Strategy.DIRECT;
    }

    /** All copies leave the source: each gets a part of the routes and of the processor. */
    private record Direct(BatchModel model, int receivers) implements BatchModel {

        @Override
        public String name() {
            return model.name();
        }

        @Override
        public Prediction predict(ChannelInputs inputs, Setting setting) {
            Prediction one = model.predict(part(inputs), setting);
            return one.spending(
                    one.cpuShare() * receivers, one.bytesPerSecond() * receivers, one.moneyPerSecond() * receivers);
        }

        private ChannelInputs part(ChannelInputs of) {
            List<RouteInputs> routes = new ArrayList<>();
            for (RouteInputs route : of.routes()) {
                routes.add(new RouteInputs(
                        route.name(),
                        route.bytesPerSecond() / receivers,
                        route.delaySeconds(),
                        route.jitterSeconds(),
                        route.moneyPerByte(),
                        route.moneyPerSecond()));
            }
            return new ChannelInputs(
                    of.eventsPerSecond(),
                    of.eventBytes(),
                    of.overheadBytes(),
                    of.cores(),
                    of.plain(),
                    of.compressed(),
                    routes,
                    of.reorderWaits());
        }

        @Override
        public String refusal(ChannelInputs inputs, Setting setting, Prediction prediction, Limits limits) {
            return model.refusal(part(inputs), setting, prediction, limits);
        }
    }

    /** One copy leaves the source, and the entry writes one for each of the others. */
    private record Intermediate(BatchModel model, int receivers) implements BatchModel {

        @Override
        public String name() {
            return model.name();
        }

        @Override
        public Prediction predict(ChannelInputs inputs, Setting setting) {
            Prediction one = model.predict(inputs, setting);
            double sent = one.bytesPerSecond() / inputs.eventsPerSecond() * setting.batchEvents();
            double inside = receivers == 1 ? 0 : INSIDE_SECONDS + (receivers - 1) * sent / INSIDE_BYTES_PER_SECOND;
            return one.later(inside);
        }

        @Override
        public String refusal(ChannelInputs inputs, Setting setting, Prediction prediction, Limits limits) {
            return model.refusal(inputs, setting, prediction, limits);
        }
    }
}
