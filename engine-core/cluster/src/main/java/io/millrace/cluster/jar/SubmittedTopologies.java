// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.jar;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.SubmittedTopology;
import io.millrace.api.error.Nearest;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.TopologyInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The topologies that one main method has submitted, by the names that it uses. Any of its threads. */
final class SubmittedTopologies {

    private static final Duration KILL_MOST = Duration.ofSeconds(60);

    private final Cluster cluster;

    /** Guarded by itself. */
    private final Map<String, TopologyInfo> byName = new LinkedHashMap<>();

    SubmittedTopologies(Cluster cluster) {
        this.cluster = cluster;
    }

    boolean isEmpty() {
        synchronized (byName) {
            return byName.isEmpty();
        }
    }

    void add(String own, TopologyInfo info) {
        synchronized (byName) {
            byName.put(own, info);
        }
    }

    /** Returns those that the main method has not killed, in the order of their submission. */
    List<TopologyInfo> living() {
        synchronized (byName) {
            return new ArrayList<>(byName.values());
        }
    }

    SubmittedTopology handle(String own) {
        synchronized (byName) {
            TopologyInfo info = byName.get(own);
            if (info == null) {
                throw new TopologyException("this main method has submitted no topology '" + own + "'"
                        + Nearest.of(own, byName.keySet())
                                .map(near -> ": did you mean '" + near + "'?")
                                .orElse(": submit it first"));
            }
            return new Handle(own, info);
        }
    }

    private final class Handle implements SubmittedTopology {

        private final String own;
        private final TopologyInfo submitted;

        Handle(String own, TopologyInfo submitted) {
            this.own = own;
            this.submitted = submitted;
        }

        @Override
        public String name() {
            return submitted.name();
        }

        @Override
        public Status status() {
            return now().map(TopologyInfo::status).orElse(Status.KILLED);
        }

        @Override
        public TopologyMetrics metrics() {
            return call(() -> cluster.metrics(name()));
        }

        @Override
        public void activate() {
            run(() -> cluster.activate(name()));
        }

        @Override
        public void deactivate() {
            run(() -> cluster.deactivate(name()));
        }

        @Override
        public void kill() {
            if (now().isPresent()) {
                run(() -> cluster.kill(name(), KILL_MOST));
            }
            synchronized (byName) {
                byName.remove(own);
            }
        }

        private Optional<TopologyInfo> now() {
            return call(() -> cluster.list().stream()
                    .filter(info -> info.id().equals(submitted.id()))
                    .findFirst());
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
