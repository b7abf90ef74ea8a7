// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.TopologyInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Asks again and again what {@code millrace list} asks, by a thread of its own, and keeps what changes. */
final class ListWatch implements AutoCloseable {

    /** What it has said from some time on. */
    record Said(long nanoTime, String text) {}

    private static final String SNAPSHOTS_FAIL = ": snapshots fail: ";
    private static final long PAUSE_MILLIS = 200;

    private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<Cluster> connect;
    private final String topology;
    private final String normal;
    private final List<Said> all = new ArrayList<>();
    /** When the last answer was asked for. */
    private long asked;

    private final Thread thread = new Thread(this::watch, "list-watch");

    /** @param workers of a topology to which nothing has happened */
    ListWatch(Supplier<Cluster> connect, String topology, int workers) {
        this.connect = connect;
        this.topology = topology;
        normal = String.format("active %d/%d", workers, workers);
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        try {
            while (true) {
                long begin = System.nanoTime();
                String text = ask();
                answered(begin, text);
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            // It is closed
        }
    }

    private void answered(long begin, String text) {
        long end = System.nanoTime();
        synchronized (all) {
            if (end - begin > SLOW_NANOS) {
                all.add(new Said(begin, "no answer for " + TimeUnit.NANOSECONDS.toSeconds(end - begin) + " s"));
            }
            if (all.isEmpty() || !all.get(all.size() - 1).text().equals(text)) {
                all.add(new Said(end, text));
            }
            asked = begin;
        }
    }

    private String ask() {
        try (Cluster client = connect.get()) {
            return client.list().stream()
                    .filter(info -> info.name().equals(topology))
                    .findFirst()
                    .map(ListWatch::text)
                    .orElse("no topology");
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
            text.append(SNAPSHOTS_FAIL).append(info.snapshots().lastFailure());
        }
        if (info.failure() != null) {
            text.append(" failed: ").append(info.failure());
        }
        return text.toString();
    }

    /** Whether the last answer to a question after this time was that all is well. */
    boolean isNormal(long sinceNanos) {
        synchronized (all) {
            return !all.isEmpty() && asked - sinceNanos > 0 && isNormal(all.get(all.size() - 1));
        }
    }

    private boolean isNormal(Said said) {
        return said.text().equals(normal);
    }

    /** When it began to say what it has said last. */
    long lastChange() {
        synchronized (all) {
            return all.get(all.size() - 1).nanoTime();
        }
    }

    List<Said> all() {
        synchronized (all) {
            return List.copyOf(all);
        }
    }

    /**
     * What it has said in place of that between two times, each once; what it said before the first goes on until it
     * says something else.
     */
    List<String> between(long fromNanos, long untilNanos) {
        List<String> said = new ArrayList<>();
        synchronized (all) {
            for (int i = 0; i < all.size(); i++) {
                Said one = all.get(i);
                boolean endsBefore = i + 1 < all.size() && all.get(i + 1).nanoTime() - fromNanos < 0;
                if (!endsBefore && one.nanoTime() - untilNanos < 0 && !isNormal(one) && !said.contains(one.text())) {
                    said.add(one.text());
                }
            }
        }
        return said;
    }

    /** What it has said in place of that since a time, each once. */
    List<Said> since(long nanoTime) {
        List<Said> said = new ArrayList<>();
        synchronized (all) {
            for (Said one : all) {
                boolean known =
                        said.stream().anyMatch(other -> kind(other.text()).equals(kind(one.text())));
                if (one.nanoTime() - nanoTime > 0 && !isNormal(one) && !known) {
                    said.add(one);
                }
            }
        }
        return said;
    }

    /** Each snapshot that fails has a reason of its own. */
    private static String kind(String text) {
        int end = text.indexOf(SNAPSHOTS_FAIL);
        return end < 0 ? text : text.substring(0, end);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
