// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Signals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The published use case, scaled to two cores: images of 10 MB, 100 ms of a core for each, nine tenths of what the
 * cores allow, at-least-once, while engines are killed. One thread.
 */
final class UseCaseRun {

    private static final int BYTES = 10_000_000;
    private static final int COST_MILLIS = 100;

    /** The rate for two cores. */
    private static final double PER_SECOND = 18;

    private static final int CORES = 2;

    /** The warm-up runs at the full rate, as else one engine does all and the others are cold. */
    private static final double WARM_UP_SECONDS = 10;

    /** The time from one kill to the next in a long run; in a short one engines are killed thrice. */
    private static final double KILL_SECONDS = 20;

    private static final int LEAST_KILLS = 3;

    /** How often it is looked at what waits. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** What has not come by then is lost; longer than a message time-out. */
    private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(45);

    private final Language language;
    private final int seconds;
    private final int cores = Runtime.getRuntime().availableProcessors();

    /** One more than cores, which has what the others leave between two images, and while one of them starts. */
    private final int engines = cores + 1;

    private final double perSecond = PER_SECOND * cores / CORES;

    UseCaseRun(Language language, int seconds) {
        this.language = language;
        this.seconds = seconds;
    }

    /** The line of it, without what all lines have. */
    ObjectNode measure(Place place, EngineCommand millrace) throws IOException, InterruptedException {
        return BoardRun.of(
                place,
                1,
                directory -> new EngineSession(
                        millrace,
                        ImagesMain.class,
                        List.of(
                                language.text(),
                                Integer.toString(engines),
                                Integer.toString(COST_MILLIS),
                                directory.toString()),
                        directory),
                this::measure);
    }

    private void measure(Board board, Session session, ObjectNode line) throws IOException, InterruptedException {
        Board.Probe warmUp = begin(board, 1, perSecond, Math.min(WARM_UP_SECONDS, seconds));
        Signals.sleepUntil(warmUp.until());
        awaitDone(board, session);
        Board.Totals before = board.totals();
        long[] counts = board.latencies();
        Board.Probe probe = begin(board, 2, perSecond, seconds);
        EngineKiller killer = new EngineKiller(language.command());
        List<Long> waiting = watch(board, session, probe, before, killer);
        long late = board.get(BoardDescriptor.LATEST);
        awaitDone(board, session);
        Board.Totals after = board.totals();
        Latency latency = Latency.between(counts, board.latencies());
        ArrayNode queue = line.putArray("queue");
        waiting.forEach(queue::add);
        line.putObject("result")
                .put("per_second", perSecond)
                .put("seconds", seconds)
                .put("engines", engines)
                .put("killed", killer.killed())
                .put("queue_first", mean(waiting.subList(0, (waiting.size() + 3) / 4)))
                .put("queue_last", mean(waiting.subList(waiting.size() * 3 / 4, waiting.size())))
                .put(
                        "queue_most",
                        waiting.stream().mapToLong(Long::longValue).max().orElse(0))
                .put("late_ms", late / 1e6)
                .put("p50_ms", latency.p50())
                .put("p99_ms", latency.p99())
                .put("most_ms", latency.most())
                .put("emitted", after.emitted() - before.emitted())
                .put("lost", after.emitted() - after.done())
                .put("broken", after.broken())
                .put("repeated", after.repeated());
    }

    private static Board.Probe begin(Board board, long number, double perSecond, double seconds) {
        long start = System.nanoTime();
        Board.Probe probe = new Board.Probe(perSecond, start, start, start + (long) (1e9 * seconds), BYTES, 0, false);
        board.begin(number, probe);
        return probe;
    }

    /** Returns how many images waited or were worked on, at equal intervals until the end of the probe. */
    private List<Long> watch(Board board, Session session, Board.Probe probe, Board.Totals before, EngineKiller killer)
            throws IOException, InterruptedException {
        List<Long> waiting = new ArrayList<>();
        long step = (long) (1e9 * Math.min(KILL_SECONDS, (double) seconds / (LEAST_KILLS + 1)));
        long kill = probe.start() + step;
        for (long look = probe.start() + LOOK_NANOS; look - probe.until() < 0; look += LOOK_NANOS) {
            Signals.sleepUntil(look);
            session.check();
            waiting.add(probe.dueAt(System.nanoTime()) - (board.totals().done() - before.done()));
            if (look - kill >= 0) {
                killer.kill();
                kill += step;
            }
        }
        return waiting;
    }

    /** Returns when all that was emitted has come, or no more is expected. */
    private static void awaitDone(Board board, Session session) throws IOException, InterruptedException {
        board.stop();
        long end = System.nanoTime() + LOST_NANOS;
        do {
            Signals.sleepUntil(System.nanoTime() + LOOK_NANOS);
            session.check();
        } while (board.totals().done() < board.totals().emitted() && System.nanoTime() - end < 0);
    }

    private static double mean(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).average().orElse(0);
    }
}
