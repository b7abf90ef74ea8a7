// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.stepped;

import io.millrace.api.ComponentSpec;
import io.millrace.api.ServiceEnd;
import io.millrace.runtime.service.FeedRequest;
import io.millrace.runtime.service.FeedTarget;
import io.millrace.runtime.service.ResultsSource;
import io.millrace.runtime.service.ServiceEnds;
import io.millrace.runtime.service.ServiceHandles;
import io.millrace.runtime.worker.WorkerAssembly;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The ends of a stepped topology that a service has: its feeds, functions and results. Confined to the stepping thread.
 */
final class SteppedServices {

    private final ServiceHandles handles;
    private final Map<String, SteppedFeed> feeds = new TreeMap<>();

    SteppedServices(SteppedTopologyBuilder settings, SimulatedClock clock) {
        handles = new ServiceHandles("stepped", settings.topology, settings.config, clock);
        for (ComponentSpec spec : settings.topology.components()) {
            if (spec.service().kind() == ServiceEnd.Kind.FED) {
                feeds.put(spec.id(), new SteppedFeed());
            }
        }
    }

    ServiceHandles handles() {
        return handles;
    }

    /** Connects a worker that has started, and hands elements that wait for fed spouts to the running workers. */
    void add(String name, WorkerAssembly worker, Collection<WorkerAssembly> running) {
        feeds.forEach((spout, feed) -> feed.add(name, worker.ports().feeds(spout)));
        handles.attach(new ServiceEnds() {
            @Override
            public List<? extends FeedTarget> feeds(String spout) {
                return List.of(feeds.get(spout));
            }

            @Override
            public List<? extends ResultsSource> results(String bolt) {
                return running.stream()
                        .flatMap(each -> each.ports().results(bolt).stream())
                        .toList();
            }
        });
    }

    /** Disconnects a worker. Returns the requests that it had. */
    List<FeedRequest<?>> remove(String worker) {
        List<FeedRequest<?>> had = new ArrayList<>();
        feeds.values().forEach(feed -> had.addAll(feed.remove(worker)));
        return had;
    }
}
