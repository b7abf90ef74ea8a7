// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import io.millrace.api.config.StreamOrder;
import io.millrace.api.config.StreamOrders;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.geo.MulticastEnd;
import io.millrace.runtime.geo.SendingEnd;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.link.CopyTarget;
import io.millrace.runtime.link.MulticastChannelEnd;
import io.millrace.runtime.link.MulticastLink;
import io.millrace.runtime.link.SiteChannel;
import io.millrace.runtime.link.SiteMulticast;
import io.millrace.runtime.tuple.TupleEncoder;
import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.model.BatchModel;
import io.millrace.transport.geo.model.ChannelInputs;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.MulticastModel;
import io.millrace.transport.geo.model.MulticastModel.Choice;
import io.millrace.transport.geo.model.MulticastModel.Strategy;
import io.millrace.transport.geo.model.ThroughputFit;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sends what the tasks of one executor send to several tasks of another region at once. The executor's thread. */
final class MulticastGate {

    private final GeoGate gate;
    private final Executor executor;
    private final GeoSettings settings;
    private final TaskGraph graph;
    private final BatchModel model;
    private final List<SiteMulticast> sites = new ArrayList<>();
    private final Map<SiteMulticast, SenderReport> reports = new HashMap<>();

    MulticastGate(GeoGate gate, Executor executor, GeoSettings settings, TaskGraph graph) {
        this.gate = gate;
        this.executor = executor;
        this.settings = settings;
        this.graph = graph;
        this.model = settings.newModel(new ThroughputFit());
    }

    /** Returns whether a task gets from another task what its siblings get too. */
    static boolean isCopied(TaskGraph graph, int source, int target) {
        TaskSet targets = graph.copiesOf(graph.tasks().componentOf(source));
        return targets.indexOf(target) >= 0;
    }

    /** Returns the finder of the copies for the tasks of a region, which go by these entries. */
    MulticastLink.Copies to(String region, GeoEntries entries, TupleEncoder encoder) {
        SiteMulticast[] known = new SiteMulticast[graph.tasks().taskCount() + 1];
        TaskSet[] copied = new TaskSet[known.length];
        return (source, target) -> {
            if (copied[source] == null) {
                copied[source] = graph.copiesOf(graph.tasks().componentOf(source));
            }
            if (copied[source].indexOf(target) < 0) {
                return null;
            }
            if (known[source] == null) {
                known[source] = site(source, region, entries, encoder);
            }
            return known[source];
        };
    }

    private SiteMulticast site(int source, String region, GeoEntries entries, TupleEncoder encoder) {
        for (SiteMulticast each : sites) {
            if (each.source() == source && each.region().equals(region)) {
                return each;
            }
        }
        SiteMulticast made = new SiteMulticast(
                source,
                region,
                task -> isCopied(graph, source, task),
                new Ends(entries),
                (inputs, tasks, present) -> decide(source, inputs, tasks, present),
                encoder,
                executor::nanoTime);
        sites.add(made);
        return made;
    }

    private SiteMulticast.Decision decide(int source, ChannelInputs inputs, int tasks, Strategy present) {
        if (!isOrdered(source)) {
            return new SiteMulticast.Decision(Strategy.DIRECT, "only ordered streams go once");
        }
        if (settings.routes().multicast() != GeoSettings.Multicast.AUTO) {
            return new SiteMulticast.Decision(
                    settings.routes().multicast() == GeoSettings.Multicast.DIRECT
                            ? Strategy.DIRECT
                            : Strategy.INTERMEDIATE,
                    "set by topology.geo.multicast");
        }
        if (inputs == null) {
            return new SiteMulticast.Decision(present, "too little was sent for a choice");
        }
        Choice choice = MulticastModel.choose(model, inputs, limits(tasks), tasks, present);
        return new SiteMulticast.Decision(choice.strategy(), choice.reason());
    }

    /** Returns the limits for several tasks, each of whose channels has a part of the budget. */
    private Limits limits(int tasks) {
        Limits limits = gate.limits();
        return limits.withMaxMoneyPerSecond(tasks * limits.maxMoneyPerSecond());
    }

    /** Returns whether all streams of a task are ordered, as copies that go once are delivered in order. */
    private boolean isOrdered(int source) {
        StreamOrders orders = gate.currentOrders();
        String component = graph.tasks().componentOf(source);
        return graph.outputs(component).stream()
                .allMatch(stream -> orders.of(component, stream.name()).kind() == StreamOrder.Kind.ORDERED);
    }

    /** Reconsiders all decisions, as other orders have been set. */
    void reconsider() {
        sites.forEach(SiteMulticast::reconsider);
    }

    private final class Ends implements SiteMulticast.MulticastChannels {
        private final GeoEntries entries;

        Ends(GeoEntries entries) {
            this.entries = entries;
        }

        @Override
        public MulticastChannelEnd open(int source, List<CopyTarget> targets) {
            int channel = SiteChannel.copied(source, graph.tasks().taskCount());
            long assignment = targets.stream()
                    .mapToLong(CopyTarget::assignmentEpoch)
                    .max()
                    .orElse(0);
            String region = targets.get(0).region();
            long tasks = targets.stream()
                    .flatMap(target -> target.tasks().stream())
                    .filter(task -> isCopied(graph, source, task))
                    .count();
            return gate.openMulticast(
                    channel, number -> entries.entries(region, source, number), assignment, region, limits((int)
                            tasks));
        }

        @Override
        public void close(GeoSender sender) {
            sender.close();
        }
    }

    void turn() {
        for (int i = 0; i < sites.size(); i++) {
            sites.get(i).turn();
        }
    }

    long deadline() {
        long due = Long.MAX_VALUE;
        for (SiteMulticast site : sites) {
            due = Math.min(due, site.deadline());
        }
        return due;
    }

    /** Takes an acknowledgement of an executor of another region for copies that several tasks get. */
    void onAck(int number, ByteBuffer ack, int offset, int length) {
        int source = SiteChannel.source(number, graph.tasks().taskCount());
        int task = SiteChannel.target(number, graph.tasks().taskCount());
        for (SiteMulticast site : sites) {
            if (site.source() == source) {
                site.onAck(task, ack, offset, length);
            }
        }
    }

    List<MulticastEnd> report(long nowNanos) {
        reports.keySet().removeIf(site -> site.sender() == null);
        List<MulticastEnd> ends = new ArrayList<>();
        for (SiteMulticast site : sites) {
            SiteMulticast.State state = site.state();
            if (state.tasks().size() < 2) {
                continue;
            }
            ends.add(new MulticastEnd(
                    graph.tasks().componentOf(site.source()),
                    site.source(),
                    settings.region(),
                    site.region(),
                    state.tasks(),
                    state.strategy(),
                    state.reason(),
                    state.switches(),
                    sending(site, state, nowNanos)));
        }
        return List.copyOf(ends);
    }

    /** Returns the report of the channel by which copies go once; null if there was none. */
    private SendingEnd sending(SiteMulticast site, SiteMulticast.State state, long nowNanos) {
        GeoSender sender = site.sender();
        if (sender == null) {
            return null;
        }
        SenderReport report = reports.get(site);
        if (report == null || report.sender() != sender) {
            int channel = SiteChannel.copied(site.source(), graph.tasks().taskCount());
            int first = state.tasks().get(0);
            String component = graph.tasks().componentOf(site.source());
            String target = graph.tasks().componentOf(first);
            report = new SenderReport(
                    sender,
                    new GeoPair(channel, site.source(), first, component, target, List.of()),
                    new GeoTarget("", site.region()),
                    new ThroughputFit());
            reports.put(site, report);
        }
        return report.report(nowNanos, settings, gate.limits());
    }

    void close() {
        sites.forEach(SiteMulticast::close);
    }
}
