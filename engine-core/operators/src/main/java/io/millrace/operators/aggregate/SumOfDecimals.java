// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.aggregate;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import java.math.BigDecimal;

/** The aggregate of {@link Aggregates#sumOfDecimals}. The accumulator is a text, which every state can hold. */
record SumOfDecimals(String field) implements Aggregate<String> {

    SumOfDecimals {
        // A missing field, or one without a name, is refused here
        Fields.of(field);
    }

    @Override
    public Fields fields() {
        return Fields.of(field);
    }

    @Override
    public String init() {
        return "0";
    }

    @Override
    public String add(String accumulator, Tuple input) {
        Object value = input.get(field);
        return value == null ? accumulator : sum(accumulator, Numbers.written(field, value));
    }

    @Override
    public String merge(String first, String second) {
        return sum(first, new BigDecimal(second));
    }

    private static String sum(String first, BigDecimal second) {
        return new BigDecimal(first).add(second).toString();
    }

    @Override
    public Object result(String accumulator) {
        return new BigDecimal(accumulator);
    }
}
