// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.ForwardsFields;
import io.millrace.api.Tuple;

/** See {@link Bolts#filter(Bolts.TuplePredicate)}. */
record Filter(Bolts.TuplePredicate predicate) implements BasicBolt, ForwardsFields {

    @Override
    public void execute(Tuple input, Emitter out) {
        if (!input.isTick() && predicate.test(input)) {
            out.emit(input.values().toArray());
        }
    }
}
