// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.metrics.TopologyMetrics;

/**
 * A topology that a main class has submitted ({@link TopologySubmitter#submitted}). Any thread may call it, while the
 * main method runs. Each method asks the cluster, and throws {@link io.millrace.api.error.TopologyException} if that
 * does not answer.
 */
public interface SubmittedTopology {

    /** Returns the name under which it runs, which {@code --name} may have replaced. */
    String name();

    /** Returns its state; {@link Status#KILLED} also if it is not known any more. */
    Status status();

    /** Returns a snapshot of the metrics, at most about one second old. */
    TopologyMetrics metrics();

    /** Lets the spouts be called again. Does nothing if they are active. */
    void activate();

    /** Stops calling the spouts until {@link #activate}. Tuples in flight are still processed. */
    void deactivate();

    /** Ends the topology as {@code millrace kill} does. The command that runs the main class follows it no longer. */
    void kill();
}
