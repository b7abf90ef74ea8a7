// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import java.util.function.Supplier;

/**
 * The choice of the oracle.
 *
 * @param prediction the prediction for the setting, with no more bytes than routes carry and no more money than the
 *     budget
 * @param closeSeconds how long the oldest event of a batch may wait until the batch is closed although it is not full
 * @param admitted whether the setting keeps all limits; if not, no setting does and this one comes closest
 * @param explanation makes the text of {@link #reason}, which few ask for
 */
public record Choice(
        Setting setting, Prediction prediction, double closeSeconds, boolean admitted, Supplier<String> explanation) {

    /** Returns the reason of the choice, in one line for operators. */
    public String reason() {
        return explanation.get();
    }
}
