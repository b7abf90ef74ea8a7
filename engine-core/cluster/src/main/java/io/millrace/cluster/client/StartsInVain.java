// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.client;

import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.launch.WorkerExit;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.WorkerDeath;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds out whether workers of a topology are started again in vain, for clients that wait for it: supervisors go on
 * for ever, as a missing part of a machine may come back. Restarts by the error policy RESTART_WORKER do not count.
 * Stateless.
 */
public final class StartsInVain {

    /** The most starts that fail to open a component: the second fails for the same reason. */
    private static final int MOST_UNOPENED = 2;

    private static final int MOST = 3;

    private StartsInVain() {}

    /** Returns which worker does not start and why, in one line; empty while there is hope. */
    public static Optional<String> of(TopologyDescription description) {
        Set<String> up = description.workers().stream()
                .filter(WorkerMetrics::registered)
                .map(WorkerMetrics::worker)
                .collect(Collectors.toSet());
        return description.deaths().stream()
                .filter(death -> !up.contains(death.worker()) && isVain(death))
                .map(death -> death.worker() + " on " + death.node() + " has failed " + death.inARow()
                        + " times in a row: " + death.cause())
                .findFirst();
    }

    private static boolean isVain(WorkerDeath death) {
        return death.exitCode() != WorkerExit.RESTART.code()
                && death.inARow() >= (death.exitCode() == WorkerExit.NOT_OPENED.code() ? MOST_UNOPENED : MOST);
    }
}
