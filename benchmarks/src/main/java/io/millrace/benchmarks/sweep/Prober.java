// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Lets an engine that runs work at one frequency after the other, and looks at it through the board. One thread. */
final class Prober {

    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** What does not move for so long, does not move. */
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final Board board;
    private final Session session;
    private final Cell cell;
    private final int engines;
    private final Effort effort;
    private long number;
    private Board.Totals begun;

    Prober(Board board, Session session, Cell cell, Effort effort) {
        this.board = board;
        this.session = session;
        this.cell = cell;
        this.engines = cell.engines();
        this.effort = effort;
    }

    /**
     * What a frequency has shown.
     *
     * @param hopeless whether it ended early, as far too much was waiting
     * @param load the share of the engines' time that was busy; of more than is done, what was due to what was done
     * @param latency from the time at which a message was due until it was done, if it holds
     */
    record Try(Sustained seen, boolean holds, boolean hopeless, double load, Latency latency) {

        String text() {
            return String.format(
                    "%.4g/s %s", seen.perSecond(), holds ? "held" : hopeless ? "far too much" : seen.reason());
        }
    }

    /** Lets the engine work so that its code is compiled, however much that is. */
    void warmUp(double perSecond, double seconds) throws IOException, InterruptedException {
        begin(perSecond, seconds);
        TimeUnit.NANOSECONDS.sleep((long) (1e9 * seconds));
        drain();
    }

    /** Tries a frequency in a window of so many seconds, or less if it is hopeless. */
    Try attempt(double perSecond, double seconds) throws IOException, InterruptedException {
        long[] counts = board.latencies();
        Board.Probe probe = begin(perSecond, seconds);
        boolean hopeless = !lastsUntil(probe, probe.from());
        long from = System.nanoTime();
        Board.Totals before = board.totals();
        hopeless = hopeless || !lastsUntil(probe, probe.until());
        long now = System.nanoTime();
        Board.Totals after = board.totals();
        Sustained seen = new Sustained(
                perSecond,
                seconds,
                engines,
                waiting(probe, from, before),
                waiting(probe, now, after),
                latest(probe, now, after) / 1e9,
                after.done() - before.done());
        boolean holds = !hopeless && seen.holds();
        if (holds) {
            // The last ones have a latency, too
            awaitDone();
        }
        drain();
        double busy = (double) (after.busyNanos() - before.busyNanos()) / engines / Math.max(1, now - from);
        double ahead = (double) probe.dueAt(now) / Math.max(1, after.done() - begun.done());
        return new Try(seen, holds, hopeless, holds ? busy : ahead, Latency.between(counts, board.latencies()));
    }

    private Board.Probe begin(double perSecond, double seconds) {
        begun = board.totals();
        long start = System.nanoTime() + LEAD_NANOS;
        long from = start + (long) (1e9 * effort.leadSeconds(cell.costSeconds()));
        Board.Probe probe = new Board.Probe(
                perSecond,
                start,
                from,
                from + (long) (1e9 * seconds),
                cell.bytes(),
                TimeUnit.MILLISECONDS.toNanos(cell.work().costMillis()),
                cell.setting() == Setting.SLOTS);
        board.begin(++number, probe);
        return probe;
    }

    /** Returns at this time; or before, and false, if it is hopeless. */
    private boolean lastsUntil(Board.Probe probe, long until) throws IOException, InterruptedException {
        double seconds = (probe.until() - probe.from()) / 1e9;
        double usual = probe.perSecond() * effort.leadSeconds(cell.costSeconds());
        for (long left; (left = until - System.nanoTime()) > 0; ) {
            TimeUnit.NANOSECONDS.sleep(Math.min(left, POLL_NANOS));
            session.check();
            long waiting = waiting(probe, System.nanoTime(), board.totals());
            if (Sustained.isHopeless(probe.perSecond(), seconds, engines, waiting, usual)) {
                return false;
            }
        }
        return true;
    }

    private long waiting(Board.Probe probe, long nanos, Board.Totals totals) {
        return probe.dueAt(nanos) - (totals.done() - begun.done());
    }

    /** The time by which a message was emitted late, or is by now. */
    private long latest(Board.Probe probe, long now, Board.Totals totals) {
        long due = probe.due(totals.emitted() - begun.emitted());
        return Math.max(board.get(BoardDescriptor.LATEST), due < probe.until() ? now - due : 0);
    }

    private void drain() throws IOException, InterruptedException {
        board.stop();
        awaitDone();
        Board.Totals totals = board.totals();
        if (!totals.isComplete()) {
            throw new IOException(cell.name() + ": of " + totals.emitted() + " messages " + totals.done()
                    + " were done, " + totals.broken() + " of them broken, or not each once");
        }
    }

    private void awaitDone() throws IOException, InterruptedException {
        Board.Totals before = board.totals();
        long moved = System.nanoTime();
        // Twice: the source may emit one more after it was stopped
        for (int still = 0; still < 2; ) {
            TimeUnit.NANOSECONDS.sleep(POLL_NANOS);
            session.check();
            Board.Totals now = board.totals();
            still = now.done() == now.emitted() && now.equals(before) ? still + 1 : 0;
            if (!now.equals(before)) {
                moved = System.nanoTime();
            } else if (System.nanoTime() - moved > STUCK_NANOS) {
                throw new IOException(cell.name() + ": " + (now.emitted() - now.done()) + " of " + now.emitted()
                        + " messages have not come for " + TimeUnit.NANOSECONDS.toSeconds(STUCK_NANOS) + " s");
            }
            before = now;
        }
    }
}
