// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.benchmarks.faults.ListWatch.Said;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One fault on a healthy cluster, from the start of its own topology to the end of it. One thread. */
final class FaultRun {

    static final int RATE = 5_000;

    private static final int MOST_SECONDS = 90;

    /** So long after a fault it has had its effect, if it has any. */
    private static final long EFFECT_MILLIS = 3_000;

    /** The flow is looked at in steps of a quarter of that. */
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    private static final int LISTED = 3;

    private final Fault fault;
    private final FaultCluster cluster;
    private final boolean verbose;
    private boolean normal;
    private long began;
    private long ended;

    /** @param verbose whether each change of the list is printed */
    FaultRun(Fault fault, FaultCluster cluster, boolean verbose) {
        this.fault = fault;
        this.cluster = cluster;
        this.verbose = verbose;
    }

    FaultRow run() throws IOException, InterruptedException {
        int seconds = (int) fault.course().lasts().toSeconds() + 4 * MOST_SECONDS;
        try (Flow flow = Flow.start(
                        cluster,
                        RATE,
                        fault.exactlyOnce(),
                        seconds,
                        fault.settings().apply(cluster));
                ListWatch watch = new ListWatch(cluster::client, Flow.NAME, Flow.WORKERS)) {
            if (!awaitNormal(flow, watch)) {
                throw new IOException("the list did not say that all is well within " + MOST_SECONDS + " s");
            }
            Scene scene = new Scene(cluster, flow);
            began = System.nanoTime();
            fault.course().inject().on(scene);
            long from = System.nanoTime();
            if (!fault.course().lasts().isZero()) {
                TimeUnit.NANOSECONDS.sleep(fault.course().lasts().toNanos());
                from = System.nanoTime();
                fault.course().heal().on(scene);
            }
            TimeUnit.MILLISECONDS.sleep(EFFECT_MILLIS);
            normal = awaitNormal(flow, watch);
            ended = System.nanoTime();
            fault.course().afterwards().on(scene);
            if (verbose) {
                tell(watch);
            }
            return row(scene, watch, from);
        }
    }

    static boolean awaitNormal(Flow flow, ListWatch watch) throws InterruptedException {
        long since = System.nanoTime();
        long end = since + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (!(watch.isNormal(since) && flow.isSteady())) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        return true;
    }

    /** Each change of the list, by the time since the fault. */
    private void tell(ListWatch watch) {
        watch.all().stream()
                .filter(said -> said.nanoTime() - began > 0)
                .forEach(said -> System.out.printf("    %6.1f s  %s%n", (said.nanoTime() - began) / 1e9, said.text()));
    }

    private FaultRow row(Scene scene, ListWatch watch, long from) throws IOException, InterruptedException {
        List<Said> said = watch.since(began);
        long gap = scene.flow().tally().longestGapMillis(began, ended);
        long untilNormal = normal ? millis(Math.max(0, normalAt(scene.flow(), watch) - from)) : -1;
        Tally.Count count = scene.flow().drain();
        return new FaultRow(
                fault.name(),
                fault.promise(),
                said.isEmpty() ? -1 : millis(said.get(0).nanoTime() - began),
                gap,
                untilNormal,
                count.emitted(),
                count.acked(),
                count.repeated(),
                count.lost(),
                listed(said),
                String.join("; ", scene.notes()),
                verdict(scene, gap, untilNormal, count));
    }

    /** When the list was as before, and the flow. */
    private long normalAt(Flow flow, ListWatch watch) {
        long at = Math.max(began, watch.lastChange());
        for (long time = began + WINDOW_NANOS; time - ended < 0; time += WINDOW_NANOS / 4) {
            if (!flow.isSteady(time - WINDOW_NANOS, time)) {
                at = Math.max(at, time);
            }
        }
        return at;
    }

    private static String listed(List<Said> said) {
        String first = said.stream().limit(LISTED).map(Said::text).collect(Collectors.joining("; "));
        return said.size() > LISTED ? first + "; and " + (said.size() - LISTED) + " more" : first;
    }

    private String verdict(Scene scene, long gap, long untilNormal, Tally.Count count) {
        List<String> broken = new ArrayList<>(scene.broken());
        if (!normal) {
            broken.add("not as before within " + MOST_SECONDS + " s");
        }
        if (count.lost() > 0) {
            broken.add(count.lost() + " lost");
        }
        if (fault.exactlyOnce() && count.repeated() > 0) {
            broken.add(count.repeated() + " repeated");
        }
        if (count.acked() < count.emitted()) {
            broken.add((count.emitted() - count.acked()) + " without an ack");
        }
        if (exceeds(gap, fault.most().gap())) {
            broken.add("gap above " + fault.most().gap().toMillis() + " ms");
        }
        if (exceeds(untilNormal, fault.most().untilNormal())) {
            broken.add("as before only after more than "
                    + fault.most().untilNormal().toMillis() + " ms");
        }
        return broken.isEmpty() ? FaultRow.KEPT : String.join("; ", broken);
    }

    private static boolean exceeds(long millis, Duration most) {
        return most != null && millis > most.toMillis();
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
