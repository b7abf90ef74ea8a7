// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.controller.metrics.MetricsCollector;
import io.millrace.cluster.controller.metrics.NodeReport;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The figures of the page. One thread calls {@link #pass}: it asks all supervisors every two seconds while a page is
 * open, and every ten seconds otherwise, so that there is a history when a page is opened. A new topology does not
 * wait. Any thread may call the other methods, which send no requests.
 */
public final class Dashboard {

    static final long WATCHED_MILLIS = 2_000;
    static final long UNWATCHED_MILLIS = 10_000;

    /** The interval of samples while no page is open; a page asks every two seconds. */
    static final long CLOSED_MILLIS = 10_000;

    /** The most series that are kept; each takes 75 KiB. */
    static final int MOST_SERIES = 200;

    private static final int SPARK_POINTS = 60;

    /** The most answers that are kept of one sample. */
    private static final int MOST_WRITTEN = 1_000;

    private final MetricsCollector metrics;
    private final Source source;
    private final LongSupplier millis;
    private final LongSupplier wallMillis;
    private final Runnable wake;

    /** The watches by topology id. Owned by the sampling thread. */
    private final Map<String, TopologyWatch> watches = new HashMap<>();

    private long sampledMillis;
    private boolean sampled;

    /** The series by topology id. */
    private final Map<String, TopologySeries> series = new ConcurrentHashMap<>();

    private volatile long askedMillis;
    private volatile boolean asked;
    private volatile Sample latest;

    /** The data that a controller has beside the reports of supervisors. */
    public interface Source {

        boolean leads();

        /** Returns the registered state, which may be newer than the latest sample. */
        ClusterView view();

        TopologyDescription describe(
                TopologyView topology, List<NodeReport> reports, TopologyMetrics metrics, ClusterView view);

        List<NodeInfo> nodes(ClusterView view);

        /** Returns the nodes whose supervisors do not answer. */
        Set<String> silent();
    }

    /** One sample as JSON, which is made once for all pages that request it. */
    private static final class Sample {

        private final ClusterOverview overview;
        private final Map<String, LiveTopology> topologies;
        private final Map<String, byte[]> written = new ConcurrentHashMap<>();

        Sample(ClusterOverview overview, Map<String, LiveTopology> topologies) {
            this.overview = overview;
            this.topologies = topologies;
        }

        byte[] overview() {
            return written.computeIfAbsent("", none -> Json.write(overview));
        }

        byte[] topology(String name) {
            return written.computeIfAbsent(name, none -> Json.write(topologies.get(name)));
        }

        /** Returns the history. Open pages have the same points, so that few different beginnings are requested. */
        byte[] history(String name, long sinceMillis, Supplier<HistoryPoints> points) {
            return written.size() < MOST_WRITTEN
                    ? written.computeIfAbsent(name + "?" + sinceMillis, none -> Json.write(points.get()))
                    : Json.write(points.get());
        }
    }

    /**
     * @param millis the monotonic clock
     * @param wallMillis the time of day, since 1970
     * @param wake lets the sampling thread call {@link #pass} at once
     */
    public Dashboard(
            MetricsCollector metrics, Source source, LongSupplier millis, LongSupplier wallMillis, Runnable wake) {
        this.metrics = metrics;
        this.source = source;
        this.millis = millis;
        this.wallMillis = wallMillis;
        this.wake = wake;
        this.latest = new Sample(new ClusterOverview(0, false, "", List.of(), List.of(), List.of()), Map.of());
    }

    /** Takes a sample if it is due. Returns when to call again, in milliseconds. */
    public long pass(ClusterView view) {
        long now = millis.getAsLong();
        boolean watched = isWatched(now);
        long interval = watched ? WATCHED_MILLIS : UNWATCHED_MILLIS;
        long age = sampled ? now - sampledMillis : Long.MAX_VALUE;
        if (age < interval && !(watched && hasNew(view))) {
            return interval - age;
        }
        sampled = true;
        sampledMillis = now;
        if (watched || source.leads()) {
            sample(view);
        }
        return interval;
    }

    private boolean hasNew(ClusterView view) {
        return shown(view)
                .anyMatch(topology -> !watches.containsKey(topology.record().id()));
    }

    private static Stream<TopologyView> shown(ClusterView view) {
        return view.topologies().values().stream()
                .filter(topology -> topology.record().status() != Status.KILLED);
    }

    private boolean isWatched(long now) {
        return asked && now - askedMillis < CLOSED_MILLIS;
    }

    private void sample(ClusterView view) {
        Map<String, List<NodeReport>> reports = WorkerGrowth.grouped(
                metrics.askAll(view), report -> report.worker().topologyId());
        long nowMillis = wallMillis.getAsLong();
        Set<String> ids = new HashSet<>();
        Map<String, LiveTopology> topologies = new HashMap<>();
        List<ClusterOverview.Row> rows = new ArrayList<>();
        shown(view).forEach(topology -> {
            String id = topology.record().id();
            ids.add(id);
            LiveTopology live = live(topology, reports.getOrDefault(id, List.of()), view, nowMillis);
            topologies.put(topology.record().name(), live);
            rows.add(row(id, live));
        });
        watches.keySet().retainAll(ids);
        series.keySet().retainAll(ids);
        String leader =
                view.leader().map(record -> record.host() + ":" + record.port()).orElse("");
        latest = new Sample(
                new ClusterOverview(
                        nowMillis,
                        source.leads(),
                        leader,
                        source.nodes(view),
                        source.silent().stream().sorted().toList(),
                        rows),
                topologies);
    }

    private LiveTopology live(TopologyView topology, List<NodeReport> reports, ClusterView view, long nowMillis) {
        String id = topology.record().id();
        TopologyWatch watch = watches.computeIfAbsent(id, none -> new TopologyWatch());
        List<NodeReport> current = MetricsCollector.current(topology, reports);
        TopologyMetrics merged = metrics.metrics(topology, current, watch.latencies());
        LiveTopology live = watch.next(
                source.describe(topology, reports, merged, view), merged, current, nowMillis, System.nanoTime());
        if (series.size() < MOST_SERIES || series.containsKey(id)) {
            series.computeIfAbsent(id, none -> new TopologySeries()).add(live);
        }
        return live;
    }

    private ClusterOverview.Row row(String id, LiveTopology live) {
        TopologySeries own = series.get(id);
        return new ClusterOverview.Row(
                live.info(),
                live.interval().totals(),
                live.latencies().latency(),
                live.findings().problems().size(),
                own == null ? List.of() : own.lastEmitted(SPARK_POINTS));
    }

    /** Returns the {@link ClusterOverview} as JSON. */
    public byte[] overview() {
        ask();
        return latest.overview();
    }

    /** Returns the {@link LiveTopology} as JSON. */
    public byte[] topology(String name) {
        ask();
        Sample now = latest;
        return now.topologies.containsKey(name) ? now.topology(name) : Json.write(unmeasured(name));
    }

    /** Returns the {@link HistoryPoints} after some time, in milliseconds since 1970, as JSON. */
    public byte[] history(String name, long sinceMillis) {
        ask();
        Sample now = latest;
        if (!now.topologies.containsKey(name)) {
            registered(name, source.view());
            return Json.write(TopologySeries.none());
        }
        TopologySeries own = series.get(now.topologies.get(name).info().id());
        if (own == null) {
            throw new ClusterException(
                    Reason.NOT_FOUND, "no history is kept of topology '" + name + "', as there are too many");
        }
        return now.history(name, sinceMillis, () -> own.since(sinceMillis, wallMillis.getAsLong()));
    }

    /** Returns a topology that was submitted after the latest sample. */
    private LiveTopology unmeasured(String name) {
        ClusterView view = source.view();
        TopologyView topology = registered(name, view);
        TopologyWatch watch = new TopologyWatch();
        TopologyMetrics none = metrics.metrics(topology, List.of(), watch.latencies());
        return watch.next(
                source.describe(topology, List.of(), none, view),
                none,
                List.of(),
                wallMillis.getAsLong(),
                System.nanoTime());
    }

    private static TopologyView registered(String name, ClusterView view) {
        return shown(view)
                .filter(topology -> topology.record().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ClusterException(
                        Reason.NOT_FOUND, "there is no topology '" + name + "': see 'millrace list'"));
    }

    /** Requests a sample: a page that was just opened does not wait for the next one of the background. */
    private void ask() {
        boolean before = isWatched(millis.getAsLong());
        askedMillis = millis.getAsLong();
        asked = true;
        if (!before) {
            wake.run();
        }
    }
}
