package io.millrace.api;

import java.util.List;
import java.util.Map;

/**
 * One component of a built topology.
 *
 * @param parallelism most threads that run its tasks at a time, at least 1
 * @param tasks number of instances, at least 1
 * @param tickNanos interval of tick tuples, 0 for none
 * @param template the serialized instance (Java serialization, of the author's classes)
 */
public record ComponentSpec(
        String id,
        Kind kind,
        int parallelism,
        int tasks,
        boolean blocking,
        long tickNanos,
        Map<String, String> settings,
        List<StreamSpec> outputs,
        List<Subscription> inputs,
        byte[] template) {

    /** How the instance is called. */
    public enum Kind {
        SPOUT,
        BOLT,
        BASIC_BOLT
    }
}
