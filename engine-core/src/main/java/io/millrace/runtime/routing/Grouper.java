package io.millrace.runtime.routing;

/** Chooses among the tasks of one component that subscribed to a stream; one per source task and subscription. */
public interface Grouper {

    /** Adds the tasks that get a tuple of these values. */
    void choose(Object[] values, TargetList targets);
}
