package io.millrace.api;

import java.io.Serializable;

/** How a stream's tuples are spread over the tasks of a component that subscribes to it. */
public sealed interface Grouping extends Serializable {

    /** Evenly, preferring the less loaded. */
    record Shuffle() implements Grouping {}

    /** As shuffle over the tasks of the same worker if there are some, else over all. */
    record LocalOrShuffle() implements Grouping {}

    /** Equal values of these fields go to the same task, in every process and run. */
    record ByFields(Fields fields) implements Grouping {}

    /** Each key has two candidate tasks; each source task sends to the one that it has given less. */
    record PartialKey(Fields fields) implements Grouping {}

    /** Every task gets each tuple. */
    record All() implements Grouping {}

    /** The task with the lowest id gets all. */
    record Global() implements Grouping {}

    /** The source names the task; the stream must be declared direct. */
    record Direct() implements Grouping {}

    /** The author's own rule. */
    record Custom(CustomGrouping rule) implements Grouping {}
}
