package io.millrace.api;

import io.millrace.api.metrics.TaskMetrics;
import java.io.Serializable;

/**
 * What a spout and a bolt have in common. The instance given to {@link TopologyBuilder} is a template: it is serialized
 * once when the topology is built, and every task gets its own copy in its worker, made without calling a constructor.
 * Whatever cannot be serialized (connections, caches) is made in {@code open} or {@code prepare} and kept in a
 * {@code transient} field; initial values of transient fields are lost as well.
 *
 * <p>Life-cycle of a copy: {@code open} or {@code prepare} once, then its work, then {@code close} once. One thread calls
 * all its methods, and never two at a time. {@code close} is called at an orderly end (kill, rebalance, completion), also
 * of a copy whose {@code open} or {@code prepare} has thrown, so it must cope with what was not made. After
 * {@code kill -9}, a crash or a power failure nothing is called; a replacement starts with {@code open} or
 * {@code prepare} of a fresh copy, in another process, and knows nothing of the former one.
 *
 * <p>Failures, unless a method says otherwise: what a method throws is counted ({@link TaskMetrics#errors()}), reported,
 * and stops nothing; a {@link VirtualMachineError} (no memory) stops the worker, and the supervisor starts it again with
 * back-off.
 */
public interface Component extends Serializable {

    /**
     * Declares the streams that this component emits, and their fields; called once, when the topology is built, on the
     * template. What it throws is reported by {@link TopologyBuilder#build} with the component's id.
     */
    void declareOutputs(OutputDeclarer out);
}
