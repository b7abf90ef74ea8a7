package io.millrace.operators.aggregate;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;

/** The aggregate of {@link Aggregates#sum}. */
record Sum(String field) implements InOneLong {

    Sum {
        // A field without a name, or none, is refused where it is given
        Fields.of(field);
    }

    @Override
    public Fields fields() {
        return Fields.of(field);
    }

    @Override
    public Long add(Long accumulator, Tuple input) {
        Object value = input.get(field);
        return value == null ? accumulator : accumulator + read(value);
    }

    @Override
    public long read(Object value) {
        return Numbers.whole(field, value);
    }
}
