// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.Component;
import io.millrace.api.ComponentSpec;
import io.millrace.api.ServiceEnd;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.spi.Instances;
import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.plan.TaskPlan;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;

/** The ports of one worker. They are made before its tasks are opened, then constant. Any thread may read them. */
public final class ServicePorts implements ServiceEnds {

    private final TaskPlan plan;
    private final Config config;
    private final Int2ObjectHashMap<FeedPort> feeds = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<ResultsPort> results = new Int2ObjectHashMap<>();

    /** @param config configuration of the topology */
    public ServicePorts(TaskPlan plan, Config config) {
        this.plan = plan;
        this.config = config;
    }

    /** Makes the port of a task of this worker, if it has one. */
    public void add(int task, Doorbell bell) {
        ComponentSpec spec = plan.specOf(task);
        switch (spec.service().kind()) {
            case FED -> feeds.put(task, new FeedPort(capacity(task), bell));
            case RESULTS -> results.put(task, new ResultsPort());
            case NONE -> {}
        }
    }

    /** Returns the port of a task of a fed spout; null if it has none. */
    public FeedPort feed(int task) {
        return feeds.get(task);
    }

    /** Returns how many tuples may wait for a task of a fed spout. */
    public int capacity(int task) {
        return config.with(Config.of(plan.specOf(task).settings())).get(TopologyKeys.FEED_CAPACITY);
    }

    /** Returns the port of a task of a results bolt; null if it has none. */
    public ResultsPort result(int task) {
        return results.get(task);
    }

    /** Returns whether a task of this worker has a port. */
    public boolean has(int task) {
        return feeds.containsKey(task) || results.containsKey(task);
    }

    /** Returns whether no task of this worker has a port. */
    public boolean isEmpty() {
        return feeds.isEmpty() && results.isEmpty();
    }

    /** Wraps instances so that the engine's components are made for tasks with a port. */
    public Instances around(Instances authors) {
        return (spec, task, loader) -> {
            Component own = authors.replacesEngines(spec) ? null : make(spec, task);
            return own == null ? authors.make(spec, task, loader) : own;
        };
    }

    private Component make(ComponentSpec spec, int task) {
        ServiceEnd end = spec.service();
        return switch (end.kind()) {
            case FED -> new FedSource(feeds.get(task), end, plan);
            case RESULTS -> new ResultsSink(results.get(task), end.holds());
            case NONE -> null;
        };
    }

    /**
     * Gives back the elements that wait for tasks whose components were never made, and so do not close their ports. No
     * task may run any more.
     */
    public void close() {
        feeds.values().forEach(FeedPort::close);
    }

    @Override
    public List<FeedPort> feeds(String spout) {
        return of(feeds, spout);
    }

    @Override
    public List<ResultsPort> results(String bolt) {
        return of(results, bolt);
    }

    private <P> List<P> of(Int2ObjectHashMap<P> ports, String component) {
        List<P> own = new ArrayList<>();
        for (int task : plan.tasksOf(component)) {
            P port = ports.get(task);
            if (port != null) {
                own.add(port);
            }
        }
        return own;
    }
}
