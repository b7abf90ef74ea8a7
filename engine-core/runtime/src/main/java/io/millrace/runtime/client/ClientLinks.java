// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import io.millrace.runtime.service.FeedRequest;
import io.millrace.runtime.service.FeedTarget;
import io.millrace.runtime.service.ResultsSource;
import io.millrace.runtime.service.ServiceEnds;
import io.millrace.runtime.service.ServiceHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The links of a client, and the ends that they lead to, to which it attaches the handles. Confined to the client's
 * thread.
 */
final class ClientLinks {

    private static final Logger LOG = LoggerFactory.getLogger(ClientLinks.class);

    private final ClientTopology topology;
    private final ServiceHandles handles;
    private final List<ExecutorLink> links = new ArrayList<>();
    private final Map<Integer, RemoteFeed> feeds = new TreeMap<>();
    private final Map<Integer, RemoteResults> results = new TreeMap<>();

    ClientLinks(ClientTopology topology, ServiceHandles handles) {
        this.topology = topology;
        this.handles = handles;
    }

    List<ExecutorLink> all() {
        return links;
    }

    void add(WorkerLinks worker) {
        for (ExecutorLink link : worker.links()) {
            links.add(link);
            // An executor that does not know this client yet ignores the hello, and asks for another one later
            link.hello();
        }
    }

    /** @param expected whether the client ends, so that losses need not be reported to handles */
    void remove(WorkerLinks worker, boolean expected) {
        for (ExecutorLink link : worker.links()) {
            links.remove(link);
            if (!expected) {
                warnOfUntaken(link);
            }
            shut(link);
        }
        worker.close();
    }

    /** Sends messages that found no room before, and hands over results that were refused. Returns how many. */
    int work(boolean mayBlock) {
        int done = 0;
        for (int i = 0; i < links.size(); i++) {
            done += links.get(i).work(mayBlock);
        }
        return done;
    }

    /** Messages to or from these executors may be lost. */
    void beginAnew(WorkerLinks worker) {
        worker.links().forEach(this::beginAnew);
    }

    private void beginAnew(ExecutorLink link) {
        if (link.isOpen()) {
            warnOfUntaken(link);
            warnOfResults(link);
        }
        shut(link);
        link.hello();
    }

    /**
     * Treats executors without a sign of life for too long as if their workers were down. Must be called every second.
     */
    void check(long now, long longestSilenceNanos) {
        for (ExecutorLink link : links) {
            if (link.check(now) >= longestSilenceNanos) {
                LOG.warn(
                        "{} of '{}' has requests and has shown no life for {} s, so it may be stopped or cut off: they go to"
                                + " other workers or fail",
                        link,
                        topology.name(),
                        longestSilenceNanos / 1_000_000_000);
                beginAnew(link);
            }
        }
    }

    /** The executor of a task has answered a probe after this hello. */
    void alive(int task, int hello) {
        for (ExecutorLink link : links) {
            if (link.tasks().contains(task) && link.isSince(hello)) {
                link.alive();
            }
        }
    }

    private void warnOfUntaken(ExecutorLink link) {
        long untaken = feeds.values().stream()
                .filter(feed -> feed.link() == link)
                .mapToLong(RemoteFeed::untaken)
                .sum();
        if (untaken > 0) {
            LOG.warn(
                    "up to {} tuples that were offered to tasks {} of '{}' may be lost with their worker or its connection:"
                            + " send what must not be lost",
                    untaken,
                    link.tasks(),
                    topology.name());
        }
    }

    private void warnOfResults(ExecutorLink link) {
        if (link.isSubscribed()) {
            LOG.warn(
                    "up to {} results of each of the tasks {} of '{}' that were on their way to a subscription may be lost"
                            + " with the connection: subscriber.NAME.lost of the bolt's metrics says how many",
                    ExecutorLink.RESULT_WINDOW,
                    link.tasks(),
                    topology.name());
        }
    }

    private void shut(ExecutorLink link) {
        // Other workers may have the tasks already
        feeds.values().removeIf(feed -> feed.link() == link);
        results.values().removeIf(source -> source.link() == link);
        attach();
        link.shut();
    }

    /** The executor of a worker that runs the task has answered a hello; the number is 0 if it asks for one. */
    void welcome(String worker, int task, int hello) {
        for (ExecutorLink link : links) {
            if (link.leadsTo(worker, task)) {
                welcome(link, hello);
            }
        }
    }

    private void welcome(ExecutorLink link, int hello) {
        if (hello == 0) {
            beginAnew(link);
            return;
        }
        if (link.isOpen() || !link.welcome(hello)) {
            return;
        }
        for (int task : link.tasks()) {
            if (topology.isEnd(task)) {
                switch (topology.end(task).kind()) {
                    case FED -> feeds.put(task, new RemoteFeed(link, task, topology.capacity(task)));
                    case RESULTS -> results.put(task, new RemoteResults(link, task));
                }
            }
        }
        attach();
        link.resumed();
    }

    /** Tells the handles which tasks can be reached now. */
    private void attach() {
        Map<Integer, RemoteFeed> feedsNow = new TreeMap<>(feeds);
        Map<Integer, RemoteResults> resultsNow = new TreeMap<>(results);
        handles.attach(new ServiceEnds() {
            @Override
            public List<FeedTarget> feeds(String spout) {
                return List.copyOf(up(spout, feedsNow));
            }

            @Override
            public List<ResultsSource> results(String bolt) {
                return List.copyOf(up(bolt, resultsNow));
            }
        });
    }

    private <T> List<T> up(String component, Map<Integer, T> ends) {
        return topology.tasksOf(component).stream()
                .filter(ends::containsKey)
                .map(ends::get)
                .toList();
    }

    /** A task has taken this number of fed tuples since the hello. */
    void taken(int task, int hello, long count) {
        RemoteFeed feed = feeds.get(task);
        if (feed != null && feed.link().isSince(hello)) {
            feed.taken(count);
        }
    }

    /** A task gives back a fed tuple. */
    void returned(int task, Object[] values) {
        RemoteFeed feed = feeds.get(task);
        if (feed != null) {
            feed.returned(values);
        }
    }

    /** A request has ended; returns null if it had ended before. */
    FeedRequest<?> takeRequest(long number) {
        FeedRequest<?> request = null;
        // While a task moves to another worker, there are links to both
        for (int i = 0; i < links.size() && request == null; i++) {
            request = links.get(i).take(number);
        }
        return request;
    }
}
