// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.cluster.controller.rebalance.RebalanceDriver;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.ClusterWatch;
import io.millrace.cluster.registry.EphemeralNode;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.Store;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The passes of a controller: it registers, keeps files, and leads while it is elected. The controller's loop calls, or
 * a simulation; any thread may ask whether it leads.
 */
final class ControllerAgent {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerAgent.class);
    private static final long TICK_MILLIS = 1_000;
    private static final long AFTER_CHANGE_MILLIS = 250;
    private static final long DRAIN_CHECK_MILLIS = 5;

    /**
     * The result of a pass.
     *
     * @param changed whether it has changed the registry
     * @param pauseMillis the longest pause before the next pass
     */
    record Pass(boolean changed, long pauseMillis) {}

    private final Registry registry;
    private final ClusterWatch watch;
    private final Leadership leadership;
    private final Reconciler reconciler;
    private final NamedFiles files;
    private EphemeralNode member;
    private ControllerRecord self;
    private volatile Store.Candidature candidature;

    /** Whether this controller leads and has a complete view; written by the loop. */
    private volatile boolean leading;

    /** The present term. Owned by the loop. */
    private int term = Leadership.NONE;

    ControllerAgent(
            Registry registry, ClusterWatch watch, Leadership leadership, Reconciler reconciler, NamedFiles files) {
        this.registry = registry;
        this.watch = watch;
        this.leadership = leadership;
        this.reconciler = reconciler;
        this.files = files;
    }

    /**
     * Takes part in the election. Called once, before the first pass.
     *
     * @param own the registration of this controller
     */
    void stand(ControllerRecord where, EphemeralNode own, Store.Candidature standing) {
        self = where;
        member = own;
        candidature = standing;
    }

    /** Whether the election has chosen this controller, as far as it knows. */
    boolean elected() {
        return candidature.elected();
    }

    /** Whether it leads and accepts changes. */
    boolean leads() {
        return leading && leadership.leads() && candidature.elected() && registry.connected();
    }

    Pass pass() {
        Pass done = lead();
        if (registry.connected()) {
            member.ensure(e -> LOG.error("{}", ControllerMember.taken(e, self).getMessage()));
            if (watch.ready()) {
                files.pass(watch.view());
            }
        }
        return done;
    }

    private Pass lead() {
        if (!registry.connected()) {
            resign("ZooKeeper at " + registry.address() + " does not answer");
            return new Pass(false, TICK_MILLIS);
        }
        if (!candidature.elected()) {
            resign("it lost the election, as its session with ZooKeeper was interrupted");
            return new Pass(false, TICK_MILLIS);
        }
        if (!watch.current()) {
            // Decisions need a view that is newer than the loss of the connection. The watch wakes the loop.
            return new Pass(false, TICK_MILLIS);
        }
        if (!leadership.ensure(self)) {
            resign("another controller has begun a term");
            return new Pass(false, AFTER_CHANGE_MILLIS);
        }
        if (term != leadership.term()) {
            term = leadership.term();
            leading = true;
            LOG.info("this controller leads: it was elected, and serves REST at {} in term {}", self.port(), term);
        }
        ClusterView view = watch.view();
        boolean changed = reconciler.pass(view);
        if (changed) {
            // The watch wakes the loop as soon as the view contains the change
            return new Pass(true, AFTER_CHANGE_MILLIS);
        }
        return new Pass(false, RebalanceDriver.isDraining(view) ? DRAIN_CHECK_MILLIS : TICK_MILLIS);
    }

    private void resign(String why) {
        if (leading) {
            LOG.info("this controller no longer leads: {}", why);
            leading = false;
            term = Leadership.NONE;
            leadership.release();
        }
    }
}
