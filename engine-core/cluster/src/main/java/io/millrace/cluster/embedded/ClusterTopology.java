// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.Feed;
import io.millrace.api.Results;
import io.millrace.api.RunningTopology;
import io.millrace.api.TopologyFunction;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TopologyAlternatives;
import io.millrace.api.metrics.TopologyChannels;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.TopologyTraces;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.StartsInVain;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.EngineBoundsRequest;
import io.millrace.cluster.model.OrderRequest;
import io.millrace.cluster.model.RebalanceState;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.runtime.service.ServiceHandles;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A topology of a cluster; any thread. */
final class ClusterTopology implements RunningTopology {

    private static final Duration KILL_MOST = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 20;

    private final Cluster cluster;
    private final ServiceConnections services;
    private final String name;
    private final String id;

    ClusterTopology(Cluster cluster, ServiceConnections services, TopologyInfo info) {
        this.cluster = cluster;
        this.services = services;
        this.name = info.name();
        this.id = info.id();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Status status() {
        return info().map(TopologyInfo::status).orElse(Status.KILLED);
    }

    @Override
    public boolean awaitCompletion(Duration most) throws InterruptedException {
        return await(most, info -> info.status() == Status.COMPLETED);
    }

    @Override
    public boolean awaitReady(Duration most) throws InterruptedException {
        ServiceHandles handles = services.of(name, id);
        return await(
                most,
                info -> info.workers() > 0
                        && info.workersUp() >= info.workers()
                        && handles.unconnected().isEmpty());
    }

    private boolean await(Duration most, Predicate<TopologyInfo> condition) throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            Optional<TopologyInfo> info = info();
            Status status = info.map(TopologyInfo::status).orElse(Status.KILLED);
            if (status == Status.KILLED) {
                throw new TopologyException("topology '" + name + "' was killed");
            }
            if (status == Status.FAILED) {
                throw new TopologyException(
                        "topology '" + name + "' has failed: " + info.get().failure());
            }
            if (condition.test(info.get())) {
                return true;
            }
            refuseIfHopeless();
            if (System.nanoTime() - start >= most.toNanos()) {
                return false;
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    @Override
    public TopologyMetrics metrics() {
        return call(() -> cluster.metrics(name));
    }

    @Override
    public TopologyTraces traces() {
        return call(() -> cluster.traces(name));
    }

    @Override
    public TopologyChannels channels() {
        return call(() -> cluster.channels(name));
    }

    @Override
    public TopologyAlternatives channelAlternatives() {
        return call(() -> cluster.channelAlternatives(name));
    }

    @Override
    public void order(String stream, String order) {
        run(() -> cluster.set(name, new OrderRequest(stream, order)));
    }

    @Override
    public void engines(String component, int min, int max) {
        run(() -> cluster.set(name, new EngineBoundsRequest(component, min + ".." + max)));
    }

    @Override
    public void activate() {
        run(() -> cluster.activate(name));
    }

    @Override
    public void deactivate() {
        run(() -> cluster.deactivate(name));
    }

    @Override
    public RebalanceReport rebalance(RebalanceRequest request) {
        return call(() -> {
            RebalanceReport report = cluster.rebalance(name, request);
            if (report.number() != 0) {
                awaitEnd(report.number());
            }
            return report;
        });
    }

    private void awaitEnd(long number) {
        RebalanceState state = cluster.rebalance(name);
        while (state.number() == number && state.goesOn()) {
            pause();
            state = cluster.rebalance(name);
        }
        if (state.number() == number && !state.isDone()) {
            throw new TopologyException(
                    "the rebalance of '" + name + "' was cancelled, nothing has moved: " + state.outcome());
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TopologyException("interrupted while the rebalance goes on", e);
        }
    }

    @Override
    public Feed feed(String spout) {
        return services.of(name, id).feed(spout);
    }

    @Override
    public TopologyFunction function(String spout) {
        return services.of(name, id).function(spout);
    }

    @Override
    public Results results(String bolt) {
        return services.of(name, id).results(bolt);
    }

    @Override
    public void kill() {
        if (info().isPresent()) {
            run(() -> cluster.kill(name, KILL_MOST));
        }
    }

    private Optional<TopologyInfo> info() {
        return call(() ->
                cluster.list().stream().filter(info -> info.id().equals(id)).findFirst());
    }

    /**
     * Throws if a worker fails again and again, as workers are restarted for ever and the caller would wait in vain.
     */
    private void refuseIfHopeless() {
        TopologyDescription description;
        try {
            description = cluster.describe(name);
        } catch (ClusterException e) {
            // The topology was killed between two requests; the next status shows it.
            return;
        }
        if (description.info().id().equals(id)) {
            StartsInVain.of(description).ifPresent(why -> {
                throw new TopologyException("topology '" + name + "' cannot run: " + why);
            });
        }
    }

    private static void run(Runnable request) {
        call(() -> {
            request.run();
            return null;
        });
    }

    private static <T> T call(Supplier<T> question) {
        try {
            return question.get();
        } catch (ClusterException e) {
            throw new TopologyException(e.getMessage(), e);
        }
    }
}
