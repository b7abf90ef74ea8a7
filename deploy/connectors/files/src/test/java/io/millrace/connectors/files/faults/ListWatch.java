// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.TopologyInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Asks again and again what {@code millrace list} asks, and keeps what changes. */
final class ListWatch implements AutoCloseable {

    /** What it has said from some time on. */
    private record Said(long nanoTime, String text) {}

    private static final long PAUSE_MILLIS = 200;
    private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final CountingRun run;
    private final String normal;
    private final List<Said> all = new ArrayList<>();
    private final Watcher watcher;

    /** When the last answer was asked for. */
    private long asked;

    /** @param workers of the topology if nothing has happened to it */
    ListWatch(CountingRun run, int workers) {
        this.run = run;
        normal = "active " + workers + "/" + workers;
        watcher = new Watcher("list-watch", PAUSE_MILLIS, this::look);
    }

    private void look() {
        long begin = System.nanoTime();
        answered(begin, ask());
    }

    private String ask() {
        try {
            return run.listed().map(ListWatch::text).orElse("no topology");
        } catch (ClusterException e) {
            return e.getMessage();
        }
    }

    private static String text(TopologyInfo info) {
        StringBuilder text = new StringBuilder(String.format(
                "%s %d/%d", info.status().name().toLowerCase(Locale.ROOT), info.workersUp(), info.workers()));
        if (!info.missing().isEmpty()) {
            text.append(" waits for ").append(String.join(" and ", info.missing()));
        }
        if (info.problem() != null) {
            text.append(": ").append(info.problem());
        }
        if (info.snapshots() != null && info.snapshots().failing()) {
            text.append(": snapshots fail: ").append(info.snapshots().lastFailure());
        }
        if (info.failure() != null) {
            text.append(" failed: ").append(info.failure());
        }
        return text.toString();
    }

    private synchronized void answered(long begin, String text) {
        long end = System.nanoTime();
        if (end - begin > SLOW_NANOS) {
            all.add(new Said(begin, "no answer for " + TimeUnit.NANOSECONDS.toSeconds(end - begin) + " s"));
        }
        if (all.isEmpty() || !all.get(all.size() - 1).text().equals(text)) {
            all.add(new Said(end, text));
        }
        asked = begin;
    }

    /** Whether the last answer to a question after this time was that all is well. */
    synchronized boolean isNormal(long sinceNanos) {
        return asked - sinceNanos > 0 && all.get(all.size() - 1).text().equals(normal);
    }

    /** What it has said in place of that between two times, each once. */
    synchronized List<String> between(long fromNanos, long untilNanos) {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Said one = all.get(i);
            boolean over = i + 1 < all.size() && all.get(i + 1).nanoTime() - fromNanos < 0;
            boolean begun = one.nanoTime() - untilNanos < 0;
            if (begun && !over && !one.text().equals(normal) && !said.contains(one.text())) {
                said.add(one.text());
            }
        }
        return said;
    }

    @Override
    public void close() {
        watcher.close();
    }
}
