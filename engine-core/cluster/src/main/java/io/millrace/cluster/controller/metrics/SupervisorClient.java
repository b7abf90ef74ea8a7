// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.metrics;

import io.millrace.api.config.MetricsDetail;
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.http.NodeTargets;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.FinishedTasks;
import io.millrace.cluster.model.LogLines;
import io.millrace.cluster.model.LogPositions;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.WorkerReport;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import io.millrace.runtime.metrics.TraceRecord;
import java.io.IOException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client of all supervisors' REST interfaces. It asks them in parallel, and waits for a limited time in all. A
 * supervisor that does not answer in this time is silent: until it answers again it is asked in the background, and no
 * caller waits for it. Any thread.
 */
public final class SupervisorClient implements SupervisorReports, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SupervisorClient.class);
    private static final Duration LIMIT = Duration.ofSeconds(3);
    private static final int MOST_THREADS = 64;
    private static final int MOST_PER_SUPERVISOR = 4;

    private final NodeTargets nodes;
    private final long limitMillis;
    private final Set<String> silent = ConcurrentHashMap.newKeySet();

    /** The threads of questions, at most {@link #MOST_THREADS}, as no more questions are sent at a time. */
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "millrace-ask");
        thread.setDaemon(true);
        return thread;
    });

    /** The questions that wait for a thread; guarded by this, as all fields below. */
    private final List<Asked<?>> waiting = new ArrayList<>();

    /** The number of unanswered questions by node. */
    private final Map<String, Integer> underTrace = new HashMap<>();

    private int running;

    private interface Question<T> {
        List<T> ask(HttpTarget target, String node) throws IOException;
    }

    /** A question to one supervisor. */
    private record Asked<T>(SupervisorRecord supervisor, Question<T> question, CompletableFuture<List<T>> answer) {}

    public SupervisorClient(NodeTargets nodes) {
        this(nodes, LIMIT);
    }

    /** @param limit the time for which a caller waits for all supervisors together */
    SupervisorClient(NodeTargets nodes, Duration limit) {
        this.nodes = nodes;
        this.limitMillis = limit.toMillis();
    }

    /** Returns the targets by which supervisors are asked. */
    public NodeTargets nodes() {
        return nodes;
    }

    /** Returns the nodes whose supervisors are silent. */
    public Set<String> silent() {
        return Set.copyOf(silent);
    }

    @Override
    public List<NodeReport> reports(Collection<SupervisorRecord> supervisors, MetricsDetail detail) {
        return await(askReports(supervisors, detail));
    }

    @Override
    public CompletableFuture<List<NodeReport>> askReports(
            Collection<SupervisorRecord> supervisors, MetricsDetail detail) {
        String path =
                RestPaths.WORKERS + "?" + RestPaths.DETAIL + "=" + detail.name().toLowerCase(Locale.ROOT);
        return ask(
                supervisors,
                (target, node) -> Json.readList(target.get(path), WorkerReport.class).stream()
                        .map(report -> new NodeReport(node, report))
                        .toList());
    }

    @Override
    public List<FinishedTasks> finishedTasks(Collection<SupervisorRecord> supervisors) {
        return await(
                ask(supervisors, (target, node) -> Json.readList(target.get(RestPaths.FINISHED), FinishedTasks.class)));
    }

    @Override
    public List<TraceRecord> traces(Collection<SupervisorRecord> supervisors, String topologyId) {
        String path = RestPaths.traces(topologyId);
        return await(ask(supervisors, (target, node) -> Json.readList(target.get(path), TraceRecord.class)));
    }

    /**
     * Returns lines of a topology's logs.
     *
     * @param worker the worker; null for all
     * @param lines the number of last lines of workers without a position
     * @param after positions by worker: of these workers the lines that follow
     */
    public List<LogLines> logs(
            Collection<SupervisorRecord> supervisors,
            String topologyId,
            String worker,
            int lines,
            Map<String, String> after) {
        String path =
                "/v1/topologies/" + topologyId + "/logs?lines=" + lines + (worker == null ? "" : "&worker=" + worker)
                        + (after.isEmpty() ? "" : "&" + RestPaths.AFTER + "=" + LogPositions.write(after));
        return await(ask(supervisors, (target, node) -> Json.readList(target.get(path), LogLines.class)));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private static <T> List<T> await(CompletableFuture<List<T>> answers) {
        try {
            return answers.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        } catch (ExecutionException e) {
            LOG.warn("cannot ask supervisors", e.getCause());
            return List.of();
        }
    }

    private <T> CompletableFuture<List<T>> ask(Collection<SupervisorRecord> supervisors, Question<T> question) {
        List<CompletableFuture<List<T>>> answers = new ArrayList<>();
        for (SupervisorRecord supervisor : supervisors) {
            answers.add(ask(supervisor, question));
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenApply(done -> answers.stream()
                        .flatMap(answer -> answer.join().stream())
                        .toList());
    }

    private <T> CompletableFuture<List<T>> ask(SupervisorRecord supervisor, Question<T> question) {
        Asked<T> asked = new Asked<>(supervisor, question, new CompletableFuture<>());
        boolean isSilent = silent.contains(supervisor.node());
        synchronized (this) {
            if (!isSilent || !isAsked(supervisor.node())) {
                waiting.add(asked);
                startSome();
            }
        }
        if (isSilent) {
            return CompletableFuture.completedFuture(List.of());
        }
        CompletableFuture<List<T>> answer = asked.answer().completeOnTimeout(null, limitMillis, TimeUnit.MILLISECONDS);
        return answer.thenApply(list -> {
            if (list == null && !isWaiting(asked)) {
                becomesSilent(supervisor);
            }
            return list == null ? List.of() : list;
        });
    }

    /** Whether a question to this node is unanswered or waits; called with the lock. */
    private boolean isAsked(String node) {
        return underTrace.containsKey(node)
                || waiting.stream().anyMatch(asked -> asked.supervisor().node().equals(node));
    }

    /** Starts as many of the waiting questions as may be sent. */
    private synchronized void startSome() {
        Iterator<Asked<?>> next = waiting.iterator();
        while (next.hasNext() && running < MOST_THREADS) {
            Asked<?> asked = next.next();
            String node = asked.supervisor().node();
            if (asked.answer().isDone()) {
                next.remove();
            } else if (underTrace.getOrDefault(node, 0) < MOST_PER_SUPERVISOR) {
                next.remove();
                try {
                    threads.execute(() -> run(asked));
                    running++;
                    underTrace.merge(node, 1, Integer::sum);
                } catch (RejectedExecutionException e) {
                    asked.answer().complete(List.of());
                }
            }
        }
    }

    /** Whether a question has not been sent, and now never will be. */
    private synchronized boolean isWaiting(Asked<?> asked) {
        return waiting.remove(asked);
    }

    private <T> void run(Asked<T> asked) {
        SupervisorRecord supervisor = asked.supervisor();
        HttpTarget target = nodes.of(supervisor.host(), supervisor.port());
        List<T> answer = List.of();
        try {
            answer = asked.question().ask(target, supervisor.node());
            isNotSilent(supervisor);
        } catch (SocketTimeoutException | NoRouteToHostException e) {
            becomesSilent(supervisor);
        } catch (IOException | ClusterException | JsonException e) {
            isNotSilent(supervisor);
            LOG.debug("supervisor {} at {}: {}", supervisor.node(), target, e.getMessage());
        } catch (RuntimeException e) {
            LOG.warn("cannot ask the supervisor of node {}", supervisor.node(), e);
        } finally {
            asked.answer().complete(answer);
            synchronized (this) {
                running--;
                underTrace.computeIfPresent(supervisor.node(), (node, count) -> count == 1 ? null : count - 1);
                startSome();
            }
        }
    }

    private void becomesSilent(SupervisorRecord supervisor) {
        if (silent.add(supervisor.node())) {
            LOG.warn(
                    "the supervisor of node {} at {}:{} does not answer within {} ms: what it would report is missing",
                    supervisor.node(),
                    supervisor.host(),
                    supervisor.port(),
                    limitMillis);
        }
    }

    private void isNotSilent(SupervisorRecord supervisor) {
        if (silent.remove(supervisor.node())) {
            LOG.info("the supervisor of node {} answers again", supervisor.node());
        }
    }
}
