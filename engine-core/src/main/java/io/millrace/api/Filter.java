package io.millrace.api;

/** See {@link Bolts#filter(Bolts.TuplePredicate)}. */
record Filter(Bolts.TuplePredicate predicate) implements BasicBolt, KeepsFields {

    @Override
    public void execute(Tuple input, Emitter out) {
        if (!input.isTick() && predicate.test(input)) {
            out.emit(input.values().toArray());
        }
    }
}
