package io.millrace.cluster.controller;

import io.millrace.api.config.MetricsDetail;
import io.millrace.cluster.client.ClusterException;
import io.millrace.cluster.client.LogLines;
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.registry.SupervisorRecord;
import io.millrace.cluster.supervisor.FinishedTasks;
import io.millrace.cluster.supervisor.SupervisorDaemon;
import io.millrace.cluster.supervisor.WorkerReport;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks supervisors over HTTP, all at once; one that does not answer is passed over. Any thread. */
final class Supervisors implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Supervisors.class);

    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "millrace-ask");
        thread.setDaemon(true);
        return thread;
    });

    /** What is asked of one supervisor. */
    private interface Question<T> {
        List<T> ask(HttpTarget target, String node) throws IOException;
    }

    /**
     * What they say of all their workers.
     *
     * @param detail without traffic, stages and latencies it costs them and this process a small part of what all costs
     */
    List<NodeReport> reports(Collection<SupervisorRecord> supervisors, MetricsDetail detail) {
        String path = SupervisorDaemon.WORKERS_PATH + "?" + SupervisorDaemon.DETAIL + "="
                + detail.name().toLowerCase(Locale.ROOT);
        return ask(
                supervisors,
                (target, node) -> Json.readList(target.get(path), WorkerReport.class).stream()
                        .map(report -> new NodeReport(node, report))
                        .toList());
    }

    /** Which tasks of all their workers are finished. */
    List<FinishedTasks> finishedTasks(Collection<SupervisorRecord> supervisors) {
        return ask(
                supervisors,
                (target, node) -> Json.readList(target.get(SupervisorDaemon.FINISHED_PATH), FinishedTasks.class));
    }

    /** The ends of a topology's logs; a null worker means all. */
    List<LogLines> logs(Collection<SupervisorRecord> supervisors, String topologyId, String worker, int lines) {
        String path =
                "/v1/topologies/" + topologyId + "/logs?lines=" + lines + (worker == null ? "" : "&worker=" + worker);
        return ask(supervisors, (target, node) -> Json.readList(target.get(path), LogLines.class));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private <T> List<T> ask(Collection<SupervisorRecord> supervisors, Question<T> question) {
        List<Future<List<T>>> answers = new ArrayList<>();
        for (SupervisorRecord supervisor : supervisors) {
            HttpTarget target = new HttpTarget(supervisor.host(), supervisor.port(), null);
            answers.add(threads.submit(() -> one(target, supervisor.node(), question)));
        }
        List<T> all = new ArrayList<>();
        for (Future<List<T>> answer : answers) {
            try {
                all.addAll(answer.get());
            } catch (ExecutionException e) {
                LOG.warn("cannot ask a supervisor", e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return all;
            }
        }
        return all;
    }

    private static <T> List<T> one(HttpTarget target, String node, Question<T> question) {
        try {
            return question.ask(target, node);
        } catch (IOException | ClusterException | JsonException e) {
            LOG.debug("supervisor {} at {}: {}", node, target, e.getMessage());
            return List.of();
        }
    }
}
