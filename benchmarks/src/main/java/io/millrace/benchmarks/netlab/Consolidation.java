// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.machine.CpuTime;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.Signals;
import io.millrace.cluster.model.RebalanceDecision;
import io.millrace.cluster.model.RebalanceDecision.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A topology that was dealt out over two hosts, and whose tasks the controller moves by itself once it may: how late
 * its tuples are before the move, during it and afterwards.
 *
 * @param beforeMicros lateness of all tuples of the seconds before the controller might move
 * @param duringMicros from then on until all tasks run in their new places
 * @param afterMicros of as many seconds as before the move
 * @param moves tasks that went to another worker
 * @param busy the share of all processors' time that was not idle, 0 to 1
 */
public record Consolidation(
        Histogram beforeMicros, Histogram duringMicros, Histogram afterMicros, int moves, double busy, Lab.Status lab) {

    private static final int TASKS = 8;

    /** Of each source. */
    private static final int RATE = 500;

    private static final long MOVED_SECONDS = 120;

    /** From the end of the move until the lateness is recorded: what has waited is worked off. */
    private static final int SETTLE_SECONDS = 5;

    /**
     * Runs it once.
     *
     * @param hosts two, whose monitor should measure every few seconds
     * @param warmUpSeconds until the seconds before the move
     * @param seconds that are recorded before it, and after it
     * @throws IOException if nothing has moved within two minutes
     */
    public static Consolidation measure(NetlabHosts hosts, double rttMillis, int warmUpSeconds, int seconds)
            throws IOException, InterruptedException {
        hosts.lab().rtt(rttMillis);
        Path directory = hosts.newDirectory();
        // Nothing moves a second time while it is recorded
        long calmSeconds = MOVED_SECONDS + SETTLE_SECONDS + seconds;
        Lab.Status lab;
        double busy;
        int moves;
        int moved;
        int until = warmUpSeconds + seconds;
        try (ShiftingRun run = ShiftingRun.start(
                hosts.cluster(),
                hosts.jar(),
                directory,
                TASKS,
                RATE,
                List.of("topology.rebalance.auto=false", "topology.rebalance.calm=" + calmSeconds + " s"))) {
            hosts.lab().reset();
            CpuTime before = CpuTime.now();
            run.sleepUntil(until);
            hosts.cluster().rebalanceByItself(ShiftingTopology.NAME);
            moves = awaitMove(run);
            moved = run.second() + SETTLE_SECONDS;
            // The seconds' figures are written when the next ones begin
            run.sleepUntil(moved + seconds + 1);
            busy = CpuTime.now().busySince(before);
            lab = hosts.lab().status();
        }
        NavigableMap<Integer, FlowReport.Second> flow = FlowReport.read(directory);
        return new Consolidation(
                late(flow, warmUpSeconds, until),
                late(flow, until, moved),
                late(flow, moved, moved + seconds),
                moves,
                busy,
                lab);
    }

    /**
     * Returns how many tasks have moved when all run in their new places.
     *
     * @throws IOException with the last decision if none has
     */
    private static int awaitMove(ShiftingRun run) throws IOException, InterruptedException {
        List<RebalanceDecision> decisions = new ArrayList<>();
        try {
            Signals.await("the controller to move tasks by itself", MOVED_SECONDS, () -> {
                decisions.clear();
                decisions.addAll(run.decisions());
                return decisions.stream().anyMatch(decision -> decision.verdict() == Verdict.DONE);
            });
        } catch (IOException e) {
            String last = decisions.stream()
                    .max(Comparator.comparingLong(RebalanceDecision::atMillis))
                    .map(decision -> decision.verdict() + ", " + decision.reason())
                    .orElse("nothing");
            throw new IOException(e.getMessage() + "; it has decided last: " + last, e);
        }
        return decisions.stream()
                .filter(decision -> decision.verdict() == Verdict.MOVED)
                .mapToInt(decision -> decision.figures().moves())
                .sum();
    }

    private static Histogram late(NavigableMap<Integer, FlowReport.Second> flow, int from, int until)
            throws IOException {
        Histogram late = FlowSink.newHistogram();
        flow.subMap(from, until).values().forEach(second -> late.add(second.lateMicros()));
        if (late.getTotalCount() == 0) {
            throw new IOException("no tuple came in the seconds " + from + " to " + until);
        }
        return late;
    }

    /** How late the latest tuple was: no task took nothing for longer than that. */
    public double latestMillis() {
        return duringMicros.getMaxValue() / (double) TimeUnit.MILLISECONDS.toMicros(1);
    }
}
