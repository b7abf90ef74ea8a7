// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

/** The topologies, two tasks per component unless they say otherwise. */
public enum Shape {
    /** Sentences of ten words, shuffled to a splitter, whose words are grouped by field to a counter. */
    WORDCOUNT,
    /** A payload through four bolts that pass it on, each shuffled; the fourth is the sink. */
    SOL,
    /** A payload from source to sink, shuffled. */
    THROUGHPUT,
    /** A payload from one source to one sink, which are on different workers if there are two. */
    HOP,
    /**
     * The graph of the Yahoo Streaming Benchmark (Chintapalli et al., Benchmarking Streaming Computation Engines,
     * IPDPSW 2016): {@link AdEvents}, shuffled to a filter that lets views pass, shuffled to the join of ads with
     * campaigns, grouped by field to a count per campaign in windows of 10 s of event time, and from there the results
     * to a sink. An event has arrived when its window has counted it.
     */
    YAHOO,
    /** The topology of {@link #YAHOO} with windows of 1 s, so that a short run has several. */
    YAHOO_1S,
    /**
     * The benchmark of {@link #YAHOO} as its users know it: events as JSON, which a bolt reads and shuffles get; then, in
     * the same worker where there is a task, a filter, a projection and the join; grouped by field to the count, whose
     * results have the time at which the window was last updated.
     */
    YAHOO_JSON,
    /** A payload through one bolt to the sink, each shuffled: 6 tasks in all. */
    TASKS_6,
    /** The topology of {@link #TASKS_6} with 600 tasks, of which each has little to do. */
    TASKS_600,
    /** The topology of {@link #TASKS_6} with 3,000 tasks. */
    TASKS_3000;

    public static final int TASKS = 2;

    /** Bolts that a payload passes, the sink among them; barriers pass that of results too. */
    public int hops() {
        return switch (this) {
            case WORDCOUNT, TASKS_6, TASKS_600, TASKS_3000 -> 2;
            case SOL, YAHOO, YAHOO_1S -> 4;
            case THROUGHPUT, HOP -> 1;
            case YAHOO_JSON -> 6;
        };
    }

    /** Tuples that sinks get for one of a source. */
    public double fanOut() {
        return switch (this) {
            case WORDCOUNT -> Payloads.WORDS;
            case YAHOO, YAHOO_1S, YAHOO_JSON -> 1.0 / AdEvents.KINDS;
            default -> 1;
        };
    }

    public boolean isYahoo() {
        return this == YAHOO || this == YAHOO_1S || this == YAHOO_JSON;
    }

    /** The length of a window of {@link #isYahoo}. */
    public long windowMillis() {
        return this == YAHOO_1S ? 1_000 : AdEvents.WINDOW_MILLIS;
    }

    /** The number of tasks of each component. */
    public int tasks() {
        return switch (this) {
            case HOP -> 1;
            case TASKS_600 -> 200;
            case TASKS_3000 -> 1_000;
            default -> TASKS;
        };
    }
}
