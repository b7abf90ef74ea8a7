// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.RunningTopology.Status;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * This controller as requests of clients need it: its leadership, the registered state, and changes of it. The client's
 * next request sees a change that was awaited. HTTP threads call.
 */
final class Leader {

    private final Registry registry;
    private final Leadership leadership;
    private final Standing standing;
    private final KnownCluster cluster;
    private final Runnable wake;

    /** @param wake lets the controller's loop take a pass */
    Leader(Registry registry, Leadership leadership, Standing standing, KnownCluster cluster, Runnable wake) {
        this.registry = registry;
        this.leadership = leadership;
        this.standing = standing;
        this.cluster = cluster;
        this.wake = wake;
    }

    boolean leads() {
        return standing.leading();
    }

    /** Throws a ClusterException unless this controller leads. Every change begins with it. */
    void require() {
        if (!leads()) {
            throw new ClusterException(Reason.NO_CLUSTER, whyNotLeading());
        }
    }

    private String whyNotLeading() {
        if (!registry.connected()) {
            return "this controller cannot lead, as ZooKeeper at " + registry.address() + " does not answer: try again";
        }
        return standing.whyNot(view().leader());
    }

    ClusterView view() {
        return cluster.view();
    }

    /** Returns a topology; throws a ClusterException if there is none of this name. */
    TopologyView topology(String name) {
        return topology(view(), name);
    }

    static TopologyView topology(ClusterView view, String name) {
        return Optional.ofNullable(view.topologies().get(name)).orElseThrow(() -> unknown(name));
    }

    /** Returns the registry itself, which may be newer than the view. */
    Registry registry() {
        return registry;
    }

    /** Returns the changes that a leader may make. */
    Leadership changes() {
        return leadership;
    }

    /** Lets the controller go on after a change, and waits until the view contains it. */
    void awaitSeen(Predicate<ClusterView> seen) {
        wake.run();
        cluster.await(seen);
    }

    static void refuseIfEnded(TopologyRecord record) {
        if (record.ended()) {
            throw new ClusterException(
                    Reason.REFUSED,
                    "topology '" + record.name() + "' "
                            + (record.status() == Status.FAILED
                                    ? "has failed: kill it, and submit it again"
                                    : "is being killed"));
        }
    }

    static ClusterException unknown(String name) {
        return new ClusterException(Reason.NOT_FOUND, "there is no topology '" + name + "': see 'millrace list'");
    }

    /**
     * Returns the error of a request that may have been done or not. The client asks again; the id of its request tells
     * which.
     */
    static ClusterException unavailable(RegistryException e) {
        return new ClusterException(Reason.NO_CLUSTER, e.getMessage(), e);
    }
}
