package io.millrace.benchmarks.macro;

/** The topologies, two tasks per component each. */
public enum Shape {
    /** Sentences of ten words, shuffled to a splitter, whose words are grouped by field to a counter. */
    WORDCOUNT,
    /** A payload through four bolts that pass it on, each shuffled; the fourth is the sink. */
    SOL,
    /** A payload from source to sink, shuffled. */
    THROUGHPUT;

    public static final int TASKS = 2;

    /** Bolts that a payload passes, the sink among them. */
    public int hops() {
        return switch (this) {
            case WORDCOUNT -> 2;
            case SOL -> 4;
            case THROUGHPUT -> 1;
        };
    }
}
