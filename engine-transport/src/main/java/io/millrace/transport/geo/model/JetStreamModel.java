// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import java.util.function.DoubleSupplier;

/**
 * The model as JetStream printed it (Tudoran et al., FGCS 2016), with this reading of what the print leaves open: the
 * share of the stable throughput that batches of some size reach is fitted to measurements, the size in the transfer
 * term is an event's and that in the throughput a batch's, and the reordering sum begins at 1. It is a baseline: it
 * charges half of a batch's filling also to a batch of one event, a batch's overhead to each event in proportion, and a
 * tenth of the wait for order.
 */
public final class JetStreamModel implements BatchModel {

    /** The name by which configuration chooses it. */
    public static final String NAME = "jetstream";

    /** The bound L of the print. */
    private static final int LONGEST_WAIT = 10;

    private final DoubleSupplier halfBytes;

    /** @param halfBytes the size of a batch that reaches half of the stable throughput, see {@link ThroughputFit} */
    public JetStreamModel(double halfBytes) {
        this(() -> halfBytes);
        Inputs.atLeast("halfBytes", halfBytes, 0);
    }

    /** @param fit the measurements of the channel, added by the thread that asks this model */
    public JetStreamModel(ThroughputFit fit) {
        this(fit::halfBytes);
    }

    private JetStreamModel(DoubleSupplier halfBytes) {
        this.halfBytes = halfBytes;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Prediction predict(ChannelInputs inputs, Setting setting) {
        BatchModel.check(inputs, setting);
        int b = setting.batchEvents();
        int c = setting.routes();
        double rate = inputs.eventsPerSecond();
        Codec codec = inputs.codec(setting);
        double raw = b * inputs.eventBytes();
        double batching = b / (2 * rate);
        double encoding = codec.encoding().seconds(raw) / b;
        double decoding = codec.decoding().seconds(raw) / b;
        double transfer = transfer(inputs, setting, c);
        double reordering = (c - 1) * poissonWait() * (b * transfer) / (b * LONGEST_WAIT);
        double sent = raw * codec.ratio() + inputs.overheadBytes();
        double bytesPerSecond = rate / b * sent;
        double money = 0;
        double moneyPerByte = 0;
        for (RouteInputs route : inputs.routes().subList(0, c)) {
            money += route.moneyPerSecond();
            moneyPerByte += route.moneyPerByte() / c;
        }
        double mean = batching + encoding + transfer + reordering + decoding;
        return new Prediction(
                new Prediction.Parts(batching, 0, encoding, transfer, reordering, decoding),
                mean,
                bytesPerSecond / inputs.bytesPerSecond(c),
                rate * encoding / inputs.cores(),
                bytesPerSecond,
                bytesPerSecond * moneyPerByte + money);
    }

    /**
     * The print admits a setting if encoding does not hold up what is sent, and the batch is full in time. The budget
     * is ours.
     */
    @Override
    public String refusal(ChannelInputs inputs, Setting setting, Prediction prediction, Limits limits) {
        double cpuRatio = prediction.parts().encoding()
                / ((prediction.parts().fill() + prediction.parts().encoding()) * inputs.cores());
        if (cpuRatio * prediction.parts().fill() * setting.routes()
                >= transfer(inputs, setting, 1) + prediction.parts().encoding()) {
            return "encoding takes longer than sending";
        }
        if (setting.batchEvents() > Math.max(1, inputs.eventsPerSecond() * limits.maxDelaySeconds())) {
            return "filling takes longer than the longest delay";
        }
        if (prediction.moneyPerSecond() > limits.maxMoneyPerSecond()) {
            return "above the budget";
        }
        return "";
    }

    private double transfer(ChannelInputs inputs, Setting setting, int routes) {
        double eventBytes = inputs.eventBytes() * inputs.codec(setting).ratio();
        double batchBytes = setting.batchEvents() * eventBytes;
        double throughput = inputs.bytesPerSecond(routes) * batchBytes / (batchBytes + halfBytes.getAsDouble());
        return ((double) inputs.overheadBytes() / setting.batchEvents() + eventBytes) / throughput;
    }

    /** The print's inner sum of Poisson(j, 1) · j, which is almost 1. */
    private static double poissonWait() {
        double sum = 0;
        double factorial = 1;
        for (int j = 1; j <= LONGEST_WAIT; j++) {
            factorial *= j;
            sum += Math.exp(-1) / factorial * j;
        }
        return sum;
    }
}
