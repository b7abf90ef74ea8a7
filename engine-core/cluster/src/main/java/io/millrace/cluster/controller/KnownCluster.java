// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.ClusterWatch;
import java.time.Duration;
import java.util.function.Predicate;

/** The cluster as this controller knows it. HTTP threads call. */
interface KnownCluster {

    /** Returns the view; throws a ClusterException while the controller has not read the registry. */
    ClusterView view();

    /** Waits until the view is as wanted, or for some seconds. */
    void await(Predicate<ClusterView> wanted);

    /** The cluster as a watch of the registry shows it. */
    record Watched(ClusterWatch watch) implements KnownCluster {

        private static final Duration MOST_WAIT = Duration.ofSeconds(2);

        @Override
        public ClusterView view() {
            if (!watch.ready()) {
                throw new ClusterException(Reason.NO_CLUSTER, "this controller has just started: try again");
            }
            return watch.view();
        }

        @Override
        public void await(Predicate<ClusterView> wanted) {
            try {
                watch.await(wanted, MOST_WAIT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
