// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.stepped;

import io.millrace.runtime.service.FeedRequest;
import io.millrace.runtime.service.FeedTarget;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The way to all tasks of a fed spout of a stepped topology. They take turns, so that each run is the same. Like a
 * service in another process, it knows which elements a dead worker held. Used by the thread that steps.
 */
final class SteppedFeed implements FeedTarget {

    private record Port(String worker, FeedTarget target, Set<FeedRequest<?>> underWay) {}

    private final List<Port> ports = new ArrayList<>();
    private int next;

    void add(String worker, List<? extends FeedTarget> targets) {
        targets.forEach(target -> ports.add(new Port(worker, target, new LinkedHashSet<>())));
    }

    /** Removes the ports of a worker. Returns the requests that it has. */
    List<FeedRequest<?>> remove(String worker) {
        List<FeedRequest<?>> left = new ArrayList<>();
        ports.stream().filter(port -> port.worker().equals(worker)).forEach(port -> left.addAll(port.underWay()));
        ports.removeIf(port -> port.worker().equals(worker));
        return left;
    }

    @Override
    public boolean isOpen() {
        return !ports.isEmpty();
    }

    @Override
    public boolean offer(Object element) {
        for (int i = 0; i < ports.size(); i++) {
            Port port = turn();
            if (port.target().offer(element)) {
                if (element instanceof FeedRequest<?> request) {
                    remember(port, request);
                }
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean ask(FeedRequest<?> request) {
        if (ports.isEmpty()) {
            return false;
        }
        Port port = turn();
        remember(port, request);
        return port.target().ask(request);
    }

    @Override
    public boolean again(Object element) {
        if (ports.isEmpty()) {
            return false;
        }
        Port port = turn();
        if (element instanceof FeedRequest<?> request) {
            remember(port, request);
        }
        return port.target().again(element);
    }

    private Port turn() {
        return ports.get(next++ % ports.size());
    }

    private static void remember(Port port, FeedRequest<?> request) {
        port.underWay().add(request);
        request.whenComplete((value, error) -> port.underWay().remove(request));
    }

    @Override
    public void awaitRoom(long mostNanos) {
        // Room comes by steps only
    }

    @Override
    public void heir(Consumer<Object[]> heir) {
        ports.forEach(port -> port.target().heir(heir));
    }
}
