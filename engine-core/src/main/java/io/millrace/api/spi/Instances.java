package io.millrace.api.spi;

import io.millrace.api.Component;
import io.millrace.api.ComponentSpec;

/**
 * Makes what the engine calls for a task: the author's instance, or one that stands in for it and watches. Called by the
 * thread that opens the task.
 */
@FunctionalInterface
public interface Instances {

    /** Makes the author's own, by {@link ComponentSpec#instantiate}. */
    Instances AUTHORS = (spec, task, loader) -> spec.instantiate(loader);

    /**
     * A spout for a spout; for either kind of bolt a {@link io.millrace.api.Bolt} or a
     * {@link io.millrace.api.BasicBolt}.
     *
     * @param loader sees the author's classes
     */
    Component make(ComponentSpec spec, int task, ClassLoader loader);
}
