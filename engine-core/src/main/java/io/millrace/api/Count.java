package io.millrace.api;

/** The aggregate of {@link Aggregates#count}. */
record Count() implements Aggregate<Long>, InLongs {

    @Override
    public Long init() {
        return 0L;
    }

    @Override
    public Long add(Long accumulator, Tuple input) {
        return accumulator + 1;
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
    public String field() {
        return null;
    }

    @Override
    public long read(Object value) {
        return 1;
    }

    @Override
    public void add(long[] longs, int at, long read) {
        longs[at]++;
    }

    @Override
    public void merge(long[] longs, int at, long[] later, int laterAt) {
        longs[at] += later[laterAt];
    }

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
