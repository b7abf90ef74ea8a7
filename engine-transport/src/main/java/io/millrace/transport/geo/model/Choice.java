package io.millrace.transport.geo.model;

import java.util.function.Supplier;

/**
 * What the oracle has chosen.
 *
 * @param prediction of the setting; no more bytes and money than routes carry and the budget pays for
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
