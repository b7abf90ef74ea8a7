// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

/**
 * The model of natural batches: what one turn of the source offers is one, so that no event waits for others, and the
 * batches grow with the load by themselves. The rest of an event's way is as {@link MillraceModel} predicts it.
 */
public final class NaturalModel implements BatchModel {

    /** The name by which configuration chooses it. */
    public static final String NAME = "natural";

    private final MillraceModel way = new MillraceModel();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isNatural() {
        return true;
    }

    @Override
    public Prediction predict(ChannelInputs inputs, Setting setting) {
        return way.predict(inputs, setting).withoutFill();
    }

    @Override
    public String refusal(ChannelInputs inputs, Setting setting, Prediction prediction, Limits limits) {
        return way.refusal(inputs, setting, prediction, limits);
    }
}
