// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import java.util.List;

/**
 * Predicts the seconds of one event's way, part by part. An event waits for half of the others of its batch, so that
 * the event of a batch of one does not wait. Its batch waits for earlier ones as in a queue with one server, which is
 * the encoding cores or the routes, whichever is slower; arrivals are the more even the more random events make a
 * batch. Then come encoding, the way, the wait for order, and decoding.
 */
public final class MillraceModel implements BatchModel {

    /** The name by which configuration chooses it. */
    public static final String NAME = "millrace";

    /** The factor of the mean beyond which 1 of 100 waits with an exponential tail is. */
    private static final double P99_OF_EXPONENTIAL = Math.log(100);

    /** The standard deviations above the mean beyond which 1 of 100 values of a normal distribution is. */
    private static final double P99_OF_NORMAL = 2.33;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Prediction predict(ChannelInputs inputs, Setting setting) {
        BatchModel.check(inputs, setting);
        int b = setting.batchEvents();
        double rate = inputs.eventsPerSecond();
        Codec codec = inputs.codec(setting);
        List<RouteInputs> routes = inputs.routes();
        double raw = b * inputs.eventBytes();
        double sent = raw * codec.ratio() + inputs.overheadBytes();
        double total = inputs.bytesPerSecond(setting.routes());

        double encoding = codec.encoding().seconds(raw);
        double decoding = codec.decoding().seconds(raw);
        double service = Math.max(encoding / inputs.cores(), sent / total);
        double utilisation = rate * service / b;
        double queue = utilisation < 1 ? service * utilisation / (2 * b * (1 - utilisation)) : Double.POSITIVE_INFINITY;
        double transfer = 0;
        double longest = 0;
        double moneyPerByte = 0;
        double money = 0;
        for (int i = 0; i < setting.routes(); i++) {
            RouteInputs route = routes.get(i);
            double share = route.bytesPerSecond() / total;
            double way = sent / route.bytesPerSecond() + route.delaySeconds();
            transfer += share * way;
            longest = Math.max(longest, way + P99_OF_NORMAL * route.jitterSeconds());
            moneyPerByte += share * route.moneyPerByte();
            money += route.moneyPerSecond();
        }
        ReorderWait wait = ReorderWait.predict(routes, setting.routes(), sent, b / rate);
        double measured = inputs.reorderWait(setting.routes());
        double reorder = Double.isNaN(measured) ? wait.mean() : measured;

        double p99 = (b - 1) / rate
                + P99_OF_EXPONENTIAL * queue
                + encoding
                + longest
                + Math.max(reorder, wait.p99())
                + decoding;
        double bytesPerSecond = rate / b * sent;
        return new Prediction(
                new Prediction.Parts((b - 1) / (2 * rate), queue, encoding, transfer, reorder, decoding),
                p99,
                utilisation,
                rate / b * encoding / inputs.cores(),
                bytesPerSecond,
                bytesPerSecond * moneyPerByte + money);
    }

    @Override
    public String refusal(ChannelInputs inputs, Setting setting, Prediction prediction, Limits limits) {
        if (prediction.utilisation() > limits.maxUtilisation()) {
            return Limits.OVER_CAPACITY[(int) Math.round(100 * limits.maxUtilisation())];
        }
        if (prediction.cpuShare() > limits.maxCpuShare()) {
            return Limits.OVER_CPU[(int) Math.round(100 * limits.maxCpuShare())];
        }
        if (prediction.moneyPerSecond() > limits.maxMoneyPerSecond()) {
            return "above the budget";
        }
        if (prediction.p99() > limits.maxDelaySeconds()) {
            return "p99 above the longest delay";
        }
        return "";
    }
}
