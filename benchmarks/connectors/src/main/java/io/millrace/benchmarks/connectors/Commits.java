// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * When how many events of a sink had become durable and visible. The warm-up begins with the first commit. One thread
 * adds; any thread may ask.
 */
final class Commits {

    private static final long LEAST_APART_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private record Commit(long nanos, long cpuNanos, long events) {}

    private final long warmUpNanos;
    private final long nanos;
    private final List<Commit> commits = new ArrayList<>();

    Commits(Job job) {
        warmUpNanos = TimeUnit.MILLISECONDS.toNanos(job.warmUpMillis());
        nanos = TimeUnit.MILLISECONDS.toNanos(job.millis());
    }

    /** @param events all so far */
    synchronized void add(long events) {
        commits.add(new Commit(System.nanoTime(), ProcessCpu.nanos(), events));
    }

    /** Notes some of the counts of a sink that makes events visible one by one. */
    synchronized void addSome(long events) {
        if (commits.isEmpty() || System.nanoTime() - last().nanos >= LEAST_APART_NANOS) {
            add(events);
        }
    }

    private Commit last() {
        return commits.get(commits.size() - 1);
    }

    /** All events so far. */
    synchronized long events() {
        return commits.isEmpty() ? 0 : last().events;
    }

    /** How many commits there were. */
    synchronized int count() {
        return commits.size();
    }

    /** Whether all that is recorded has happened. */
    synchronized boolean isOver() {
        return !commits.isEmpty() && last().nanos - commits.get(0).nanos >= warmUpNanos + nanos;
    }

    /** What happened from the first commit after the warm-up to the last one that was recorded: no interval is cut. */
    synchronized Outcome outcome() throws IOException {
        long begin = commits.get(0).nanos + warmUpNanos;
        List<Commit> recorded =
                commits.stream().filter(each -> each.nanos - begin >= 0).toList();
        if (recorded.size() < 2) {
            throw new IOException("only " + recorded.size()
                    + " commits were recorded: give more seconds, or a shorter interval between commits");
        }
        Commit first = recorded.get(0);
        Commit last = recorded.get(recorded.size() - 1);
        return new Outcome(last.events - first.events, last.nanos - first.nanos, last.cpuNanos - first.cpuNanos);
    }
}
