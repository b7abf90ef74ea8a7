// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.worker;

import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.runtime.snapshot.savepoint.SavepointOrder;
import io.millrace.runtime.snapshot.savepoint.SavepointResult;
import io.millrace.runtime.worker.Worker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the requested savepoint of a topology to its worker, and writes its outcome into the registry. Only the worker
 * that has the coordinator makes it. Called by the loop of the membership; the worker's threads answer.
 */
final class SavepointAnswers {

    private static final Logger LOG = LoggerFactory.getLogger(SavepointAnswers.class);

    private final LaunchSpec spec;
    private final Worker worker;
    private final Registry registry;
    private final Runnable wake;

    /** The last answer of the worker. */
    private volatile SavepointResult result;

    /** @param wake lets the loop call again */
    SavepointAnswers(LaunchSpec spec, Worker worker, Registry registry, Runnable wake) {
        this.spec = spec;
        this.worker = worker;
        this.registry = registry;
        this.wake = wake;
    }

    /** Does the next step of the requested savepoint, if there is one. */
    void pass(TopologyView view) {
        Versioned<SavepointRecord> seen = view.savepoint();
        if (seen == null || !seen.value().isAsked() || !isStopped(view, seen.value())) {
            return;
        }
        String request = spec.topologyId() + "#" + seen.value().number();
        SavepointResult made = result;
        if (made != null && made.request().equals(request)) {
            answer(seen, made);
            return;
        }
        worker.savepoint(
                new SavepointOrder(
                        request, seen.value().location(), spec.program().config()),
                answer -> {
                    result = answer;
                    wake.run();
                });
    }

    /** Whether no spout emits any more, if the savepoint wants that. */
    private static boolean isStopped(TopologyView view, SavepointRecord asked) {
        return !asked.pauses()
                || view.assignment().value().workers().stream()
                        .map(WorkerPlan::worker)
                        .allMatch(name -> view.workers().containsKey(name)
                                && view.workers().get(name).progress().stopped() == asked.number());
    }

    private void answer(Versioned<SavepointRecord> seen, SavepointResult made) {
        if (!made.failure().isEmpty()) {
            LOG.warn(
                    "savepoint {} of {} was not made, so that the topology goes on: {}",
                    seen.value().number(),
                    spec.topologyId(),
                    made.failure());
        }
        try {
            registry.answerSavepoint(
                    spec.topologyName(),
                    spec.topologyId(),
                    seen.value().answered(made.snapshotId(), made.bytes(), made.failure()),
                    seen.version());
        } catch (RegistryException e) {
            if (e.kind() == RegistryException.Kind.UNAVAILABLE) {
                throw e;
            }
            LOG.debug("savepoint {} was answered by another one", seen.value().number());
        }
    }
}
