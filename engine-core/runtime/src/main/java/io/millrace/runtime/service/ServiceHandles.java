// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Feed;
import io.millrace.api.Results;
import io.millrace.api.Topology;
import io.millrace.api.TopologyFunction;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.Nearest;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.plan.ComponentGraph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** The handles of one service to one topology: its ways to all fed spouts and results bolts. Any thread. */
public final class ServiceHandles {

    private static final int MOST_NAMED = 4;

    private final String topology;
    private final Config config;
    private final LongSupplier clock;
    private final OwnCalls own;
    private final Map<String, ComponentSpec> specs = new LinkedHashMap<>();
    private final Map<String, SpoutFeed> spoutFeeds = new LinkedHashMap<>();
    private final Map<String, Outlet> outlets = new LinkedHashMap<>();

    /** The results bolts that hold tuples until there is a subscription. */
    private final List<String> holding = new ArrayList<>();

    /**
     * @param config configuration of the topology
     * @param clock clock of the engine
     */
    public ServiceHandles(String name, Topology topology, Config config, LongSupplier clock) {
        this(name, topology, config, clock, new OwnCalls(name, Optional::empty));
    }

    /**
     * Makes the handles of a topology whose threads are of this process.
     *
     * @param own guard that refuses calls of these threads that wait
     */
    public ServiceHandles(String name, Topology topology, Config config, LongSupplier clock, OwnCalls own) {
        this.topology = name;
        this.config = config;
        this.clock = clock;
        this.own = own;
        for (ComponentSpec spec : topology.components()) {
            specs.put(spec.id(), spec);
            switch (spec.service().kind()) {
                case FED ->
                    spoutFeeds.put(
                            spec.id(),
                            new SpoutFeed(
                                    spec.id(),
                                    timeoutNanos(spec),
                                    config.get(TopologyKeys.ASK_SPIN).toNanos(),
                                    clock,
                                    own));
                case RESULTS -> {
                    outlets.put(spec.id(), new Outlet(spec.id(), own));
                    if (spec.service().holds()) {
                        holding.add(spec.id());
                    }
                }
                case NONE -> {}
            }
        }
        spoutFeeds.forEach((spout, spoutFeed) -> spoutFeed.hints(behind(spout), this::unsubscribed));
    }

    /** Returns the bolts that tuples of a spout reach, the nearest first. */
    String behind(String spout) {
        Set<String> reached = new ComponentGraph(specs.values()).behind(spout);
        List<String> bolts =
                reached.stream().limit(MOST_NAMED).map(bolt -> "'" + bolt + "'").toList();
        int others = reached.size() - bolts.size();
        return (reached.size() == 1 ? "component " : "components ")
                + String.join(", ", bolts)
                + (others > 0 ? " and " + others + " more" : "");
    }

    /** Returns the results bolts that hold tuples until there is a subscription, of which this service has none. */
    private String unsubscribed() {
        List<String> without = holding.stream()
                .filter(bolt -> outlets.get(bolt).open().isEmpty())
                .map(bolt -> "'" + bolt + "'")
                .toList();
        return without.isEmpty()
                ? ""
                : "; this service has no subscription to the results of " + String.join(", ", without)
                        + ", which hold back what feeds them until somebody has: subscribe by RunningTopology.results, or"
                        + " drop them by Bolts.results().discarding()";
    }

    private long timeoutNanos(ComponentSpec spec) {
        return config.with(Config.of(spec.settings()))
                .get(TopologyKeys.MESSAGE_TIMEOUT)
                .toNanos();
    }

    /** Connects all handles to the worker that is up now, instead of an earlier one. */
    public void attach(ServiceEnds worker) {
        spoutFeeds.forEach((spout, spoutFeed) -> spoutFeed.attach(worker.feeds(spout)));
        outlets.forEach((bolt, outlet) -> outlet.attach(worker.results(bolt)));
    }

    /** Returns the fed spouts and results bolts of which no task is connected now. */
    public List<String> unconnected() {
        List<String> unconnected = new ArrayList<>();
        spoutFeeds.forEach((spout, spoutFeed) -> {
            if (!spoutFeed.connected()) {
                unconnected.add(spout);
            }
        });
        outlets.forEach((bolt, outlet) -> {
            if (!outlet.connected()) {
                unconnected.add(bolt);
            }
        });
        return unconnected;
    }

    /** The topology has ended: no element is taken any more, and all requests that have not ended fail. */
    public void end(String reason) {
        spoutFeeds.values().forEach(spoutFeed -> spoutFeed.end(reason));
        outlets.values().forEach(outlet -> outlet.end(reason));
    }

    public Feed feed(String spout) {
        return new FeedHandle(
                require(spout, spoutFeeds, "fed spout", "make it by Spouts.fed(...)"), specs.get(spout), clock);
    }

    public TopologyFunction function(String spout) {
        SpoutFeed spoutFeed = require(spout, spoutFeeds, "function", "make it by Spouts.fed(...).answers(...)");
        ComponentSpec spec = specs.get(spout);
        int most = config.with(Config.of(spec.settings())).get(TopologyKeys.ASK_PENDING);
        return FunctionHandle.of(spoutFeed, spec, clock, most);
    }

    public Results results(String bolt) {
        return new ResultsHandle(require(bolt, outlets, "results bolt", "make it by Bolts.results()"));
    }

    private <T> T require(String name, Map<String, T> known, String what, String how) {
        T found = known.get(name);
        if (found != null) {
            return found;
        }
        String nearest = Nearest.of(name, known.keySet())
                .map(near -> ": did you mean '" + near + "'?")
                .orElse(": it has " + (known.isEmpty() ? "none, " + how : List.copyOf(known.keySet())));
        throw new TopologyException("topology '" + topology + "' has no " + what + " '" + name + "'" + nearest);
    }
}
