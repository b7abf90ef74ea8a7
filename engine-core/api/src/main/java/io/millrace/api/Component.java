// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.io.Serializable;

/**
 * The common part of spouts and bolts.
 *
 * <p>The instance given to {@link TopologyBuilder} is a template. It is serialized once, when the topology is built.
 * Every task gets a copy of its own, made in the task's worker without calling a constructor. Create what cannot be
 * serialized (connections, caches) in {@code open} or {@code prepare}, and keep it in {@code transient} fields. Initial
 * values of transient fields are not copied.
 *
 * <p>Life-cycle of a copy: {@code open} or {@code prepare} once, then its work, then {@code close} once. One thread at
 * a time calls its methods. {@code close} is called at an orderly end (kill, rebalance, completion), also if
 * {@code open} or {@code prepare} has thrown, so it must handle fields that were not set. After {@code kill -9}, a
 * crash or a power failure nothing is called. The replacement is a fresh copy in another process, which begins with
 * {@code open} or {@code prepare} and has no state of the former one.
 *
 * <p>Errors: unless a method says otherwise, an exception is counted
 * ({@link io.millrace.api.metrics.TaskMetrics#errors()}) and logged, and the component is called again. A
 * {@link VirtualMachineError} (no memory) stops the worker. The supervisor restarts it with back-off.
 */
public interface Component extends Serializable {

    /**
     * Declares the streams that this component emits, and their fields. Called once on the template, by the thread that
     * builds the topology. {@link TopologyBuilder#build} reports an exception with the id of the component.
     */
    void declareOutputs(OutputDeclarer out);
}
