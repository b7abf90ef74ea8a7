package io.millrace.api;

/** The aggregate of {@link Aggregates#sum}. */
record Sum(String field) implements Aggregate<Long>, InLongs {

    Sum {
        // A field without a name, or none, is refused where it is given
        Fields.of(field);
    }

    @Override
    public Fields fields() {
        return Fields.of(field);
    }

    @Override
    public Long init() {
        return 0L;
    }

    @Override
    public Long add(Long accumulator, Tuple input) {
        Object value = input.get(field);
        return value == null ? accumulator : accumulator + read(value);
    }

    @Override
    public Long merge(Long first, Long second) {
        return first + second;
    }

    @Override
    public Object result(Long accumulator) {
        return accumulator;
    }

    @Override
    public int longs() {
        return 1;
    }

    @Override
    public long read(Object value) {
        return ((Number) Aggregates.typed(field, Number.class, value)).longValue();
    }

    @Override
    public void add(long[] longs, int at, long read) {
        longs[at] += read;
    }

    @Override
    public void merge(long[] longs, int at, long[] later, int laterAt) {
        longs[at] += later[laterAt];
    }

    /** Also after an overflow. */
    @Override
    public boolean deducts() {
        return true;
    }

    @Override
    public void deduct(long[] longs, int at, long[] merged, int mergedAt) {
        longs[at] -= merged[mergedAt];
    }

    @Override
    public Object accumulator(long[] longs, int at) {
        return longs[at];
    }

    @Override
    public void set(long[] longs, int at, Object accumulator) {
        longs[at] = (Long) accumulator;
    }
}
