// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.runtime.link.AbsentLink;
import io.millrace.runtime.link.Link;
import io.millrace.runtime.link.Path;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.transport.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The paths from each executor of this worker to the executors of another worker. They may exist before anything is
 * sent over them. {@link Peers} makes them. A path belongs to its executor's thread as soon as it is handed to it.
 */
final class LinksToWorker {

    /** The endpoint of the worker; null if it is not up. */
    private final PeerEndpoint endpoint;

    /** The connection to the worker; null if its rings are used, or it is not up. */
    private final Peer connection;

    /** The paths, by own executor, then by task. */
    private final List<Map<Integer, Path>> paths;

    private LinksToWorker(PeerEndpoint endpoint, Peer connection, List<Map<Integer, Path>> paths) {
        this.endpoint = endpoint;
        this.connection = connection;
        this.paths = paths;
    }

    /** Returns links to a worker that is not up: tuples and acks for it wait. */
    static LinksToWorker absent(LinkKind kind, List<OwnExecutor> executors, List<Integer> tasks) {
        return absent(() -> new AbsentLink(kind), executors, tasks);
    }

    /** Returns links to tasks that belong to no worker. */
    static LinksToWorker dormant(List<OwnExecutor> executors, List<Integer> tasks) {
        return absent(AbsentLink::dormant, executors, tasks);
    }

    private static LinksToWorker absent(Supplier<Link> links, List<OwnExecutor> executors, List<Integer> tasks) {
        List<Map<Integer, Path>> paths = new ArrayList<>();
        for (int i = 0; i < executors.size(); i++) {
            Path path = new Path(links.get());
            Map<Integer, Path> ofTask = new HashMap<>();
            tasks.forEach(task -> ofTask.put(task, path));
            paths.add(ofTask);
        }
        return new LinksToWorker(null, null, paths);
    }

    /**
     * Returns links to a worker that is up.
     *
     * @param connection connection to the other worker; null if its rings are used
     */
    static LinksToWorker open(List<OwnExecutor> executors, LinkFactory links, PeerEndpoint endpoint, Peer connection)
            throws IOException {
        List<Link> opened = new ArrayList<>();
        List<Map<Integer, Path>> paths = new ArrayList<>();
        try {
            for (OwnExecutor own : executors) {
                Map<Integer, Path> ofTask = new HashMap<>();
                for (ExecutorEndpoint end : endpoint.executors()) {
                    Link link = links.link(own, end);
                    opened.add(link);
                    Path path = new Path(link);
                    end.tasks().forEach(task -> ofTask.put(task, path));
                }
                paths.add(ofTask);
            }
        } catch (IOException | RuntimeException e) {
            opened.forEach(Link::close);
            throw e;
        }
        return new LinksToWorker(endpoint, connection, paths);
    }

    PeerEndpoint endpoint() {
        return endpoint;
    }

    Peer connection() {
        return connection;
    }

    /** Returns the path of an own executor to a task, or null if that task does not run there. */
    Path path(int ownExecutor, int task) {
        return paths.get(ownExecutor).get(task);
    }

    /**
     * Drops the tuples that wait for the worker, on the thread of an own executor that uses other paths now. The owner
     * of a ring handles the content of the ring.
     */
    void abandon(int ownExecutor) {
        if (connection != null) {
            closeUnused(ownExecutor);
        }
    }

    /**
     * Closes the paths of an own executor, on its thread. Only allowed if nothing was ever sent over them, or they lead
     * over a connection.
     */
    void closeUnused(int ownExecutor) {
        paths.get(ownExecutor).values().stream()
                .distinct()
                .forEach(path -> path.link().close());
    }
}
