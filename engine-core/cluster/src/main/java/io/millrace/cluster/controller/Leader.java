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
 * This controller as requests of clients need it: whether it leads, what is registered, and how it is changed. The
 * client's next request sees a change that was awaited. HTTP threads call.
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

    /** Throws a ClusterException if there is none of this name. */
    TopologyView topology(String name) {
        return topology(view(), name);
    }

    static TopologyView topology(ClusterView view, String name) {
        return Optional.ofNullable(view.topologies().get(name)).orElseThrow(() -> unknown(name));
    }

    /** The registry itself, which may be newer than the view. */
    Registry registry() {
        return registry;
    }

    /** What a leader may change. */
    Leadership changes() {
        return leadership;
    }

    /** After a change: lets the controller go on with it, and waits until the view contains it. */
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

    /** What was asked for may have been done or not, so the client asks again: its request's id tells. */
    static ClusterException unavailable(RegistryException e) {
        return new ClusterException(Reason.NO_CLUSTER, e.getMessage(), e);
    }
}
