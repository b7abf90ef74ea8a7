package io.millrace.api;

import java.io.Serializable;

/**
 * What a spout and a bolt have in common. The instance given to {@link TopologyBuilder} is a template: it is serialized
 * once when the topology is built, and every task gets its own copy in its worker. Whatever cannot be serialized
 * (connections, caches) is made in {@code open} or {@code prepare} and kept in a {@code transient} field.
 */
public interface Component extends Serializable {

    /** Declares the streams that this component emits, and their fields; called once, when the topology is built. */
    void declareOutputs(OutputDeclarer out);
}
