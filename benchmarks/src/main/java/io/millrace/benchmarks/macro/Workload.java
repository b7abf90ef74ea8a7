// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What an engine shall run.
 *
 * @param rate tuples per second of all sources together; 0 for as many as possible
 * @param spread of its tasks
 * @param promise what the engine guarantees
 * @param warmUpSeconds at the same rate, not recorded
 * @param seconds recorded
 */
public record Workload(
        Shape shape, long rate, Spread spread, Promise promise, int warmUpSeconds, int seconds, Sources sources) {

    /**
     * How tasks are spread.
     *
     * @param workers JVMs, as many on each node
     * @param tasks of each component
     */
    public record Spread(int workers, int tasks) {}

    /**
     * How tuples are emitted.
     *
     * @param asked whether Millrace's sources do not say when they are due, and are only asked; those of others never
     *     say
     * @param payloadBytes of tuples that are neither sentences nor events
     * @param kafka whether a process writes events to a {@link Topic} when they are due, and sources read them there
     */
    public record Sources(boolean asked, int payloadBytes, boolean kafka) {

        static final Sources USUAL = new Sources(false, Payloads.BYTES, false);

        private String suffix() {
            return (payloadBytes == Payloads.BYTES ? "" : ", " + payloadBytes + " B")
                    + (asked ? ASKED : "")
                    + (kafka ? KAFKA : "");
        }
    }

    /** Trees that one source may have under way when it emits without a rate. */
    public static final int MAX_PENDING = 4_096;

    private static final String ASKED = ", only asked";
    private static final String KAFKA = ", from Kafka";

    /** A workload whose sources say when they are due. */
    public Workload(Shape shape, long rate, int workers, Promise promise, int warmUpSeconds, int seconds) {
        this(shape, rate, new Spread(workers, shape.tasks()), promise, warmUpSeconds, seconds, Sources.USUAL);
    }

    /** This workload with as many tasks of each component as there are workers. */
    public Workload withTaskPerWorker() {
        return with(new Spread(workers(), workers()));
    }

    /** This workload with the same tasks in another number of workers. */
    public Workload withWorkers(int workers) {
        return with(new Spread(workers, tasks()));
    }

    private Workload with(Spread other) {
        return new Workload(shape, rate, other, promise, warmUpSeconds, seconds, sources);
    }

    /** This workload with sources that are only asked. */
    public Workload onlyAsked() {
        return with(new Sources(true, sources.payloadBytes(), sources.kafka()));
    }

    /** This workload with payloads of this length, at least 1. */
    public Workload withPayload(int bytes) {
        return with(new Sources(sources.asked(), bytes, sources.kafka()));
    }

    /** This workload with sources that read events from a topic. */
    public Workload fromKafka() {
        return with(new Sources(sources.asked(), sources.payloadBytes(), true));
    }

    private Workload with(Sources others) {
        return new Workload(shape, rate, spread, promise, warmUpSeconds, seconds, others);
    }

    public int workers() {
        return spread.workers();
    }

    /** The number of tasks of each component. */
    public int tasks() {
        return spread.tasks();
    }

    public boolean asked() {
        return sources.asked();
    }

    public boolean acked() {
        return promise.acked();
    }

    public boolean unlimited() {
        return rate == 0;
    }

    /** Encodes it as one argument of a command. */
    public String encode() {
        return shape + ":" + rate + ":" + workers() + ":" + promise.encode() + ":" + warmUpSeconds + ":" + seconds + ":"
                + sources.asked() + ":" + sources.payloadBytes() + ":" + sources.kafka() + ":" + tasks();
    }

    public static Workload decode(String encoded) {
        String[] part = encoded.split(":");
        return new Workload(
                Shape.valueOf(part[0]),
                Long.parseLong(part[1]),
                new Spread(Integer.parseInt(part[2]), Integer.parseInt(part[9])),
                Promise.decode(part[3]),
                Integer.parseInt(part[4]),
                Integer.parseInt(part[5]),
                new Sources(Boolean.parseBoolean(part[6]), Integer.parseInt(part[7]), Boolean.parseBoolean(part[8])));
    }

    public String name() {
        return shape.name().toLowerCase(Locale.ROOT).replace('_', ' ')
                + (unlimited() ? " unlimited" : " " + rate + "/s") + ", " + workers()
                + (workers() == 1 ? " worker" : " workers") + suffix() + sources.suffix();
    }

    /** Returns whether this is its name, or would be if its sources made tuples and said when they are due. */
    boolean isNamed(String text) {
        return name().equals(text)
                || asked() && name().equals(text + ASKED)
                || sources.kafka() && name().equals(text + KAFKA);
    }

    private String suffix() {
        if (promise.equals(Promise.atMostOnce())) {
            return "";
        }
        return acked() ? ", acked" : ", " + promise.name();
    }

    /**
     * All workloads, with each guarantee, one worker and two; those with many tasks on two workers only. Sources say
     * when they are due, and in two of the workloads are only asked as well.
     */
    public static List<Workload> all(int warmUpSeconds, int seconds) {
        List<Workload> all = new ArrayList<>();
        for (Promise promise : List.of(Promise.atMostOnce(), Promise.atLeastOnce(), Promise.exactlyOnce(1_000))) {
            for (int workers = 1; workers <= 2; workers++) {
                all.add(new Workload(Shape.WORDCOUNT, 10_000, workers, promise, warmUpSeconds, seconds));
                all.add(new Workload(Shape.SOL, 5_000, workers, promise, warmUpSeconds, seconds));
                all.add(new Workload(Shape.YAHOO_JSON, 10_000, workers, promise, warmUpSeconds, seconds));
                for (long rate : new long[] {10, 1_000, 10_000, 40_000, 80_000, 0}) {
                    all.add(new Workload(Shape.THROUGHPUT, rate, workers, promise, warmUpSeconds, seconds));
                }
            }
        }
        all.addAll(all.stream()
                .filter(Workload::isAskedToo)
                .map(Workload::onlyAsked)
                .toList());
        for (Shape shape : new Shape[] {Shape.TASKS_6, Shape.TASKS_600, Shape.TASKS_3000}) {
            all.add(new Workload(shape, 2_000, 2, Promise.atMostOnce(), warmUpSeconds, seconds));
        }
        return all;
    }

    /** Those of these that {@link Topic} has events for, read from there. */
    static List<Workload> fromKafka(List<Workload> all) {
        return all.stream()
                .filter(workload -> workload.shape() == Shape.YAHOO_JSON)
                .map(Workload::fromKafka)
                .toList();
    }

    private boolean isAskedToo() {
        boolean chosen = shape == Shape.WORDCOUNT || shape == Shape.THROUGHPUT && rate == 1_000;
        return chosen && promise.equals(Promise.atMostOnce());
    }
}
