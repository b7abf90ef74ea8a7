package io.millrace.transport.geo.model;

import java.util.function.Supplier;

/**
 * What the oracle has chosen.
 *
 * @param prediction of the setting; bytes and money as far as the budget lets them go
 * @param closeSeconds how long the oldest event of a batch may wait until the batch is closed although it is not full
 * @param admitted whether the setting keeps all limits; if not, none does and this one comes closest
 * @param explanation makes the text of {@link #reason}, which few ask for
 */
public record Choice(
        Setting setting, Prediction prediction, double closeSeconds, boolean admitted, Supplier<String> explanation) {

    /** Returns why, in one line for operators. */
    public String reason() {
        return explanation.get();
    }
}
