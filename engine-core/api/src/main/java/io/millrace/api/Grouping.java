// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.error.TopologyException;
import io.millrace.api.template.Templates;
import java.io.Serializable;
import java.util.Arrays;

/** The distribution of the tuples of a stream over the tasks of a subscriber. */
public sealed interface Grouping extends Serializable {

    /**
     * Tuples are distributed round robin: tasks that keep up receive exactly equal shares. A task that does not keep up
     * is skipped while others have room.
     */
    record Shuffle() implements Grouping {}

    /**
     * Tuples are distributed as by {@link Shuffle} over the tasks in the same worker if there are any, whatever their
     * load; otherwise over all tasks.
     */
    record LocalOrShuffle() implements Grouping {}

    /**
     * The first free task receives a tuple. A task takes one message at a time, and gives its sources a token when it
     * can take the next one. A source task that holds a token sends at once; without one the tuple waits in a queue at
     * the source. This is meant for work that takes milliseconds or more per message. The order of tuples is not kept.
     */
    record FirstIdle() implements Grouping {}

    /** Equal values of these fields reach the same task, in every process and run. */
    record ByFields(Fields fields) implements Grouping {}

    /**
     * Each key has two candidate tasks, which are the same for all source tasks, in every process and run. A source
     * task picks the candidate to which it has sent fewer tuples of any key. The two parts of a key's state must be
     * merged downstream.
     */
    record PartialKey(Fields fields) implements Grouping {}

    /** Every task receives each tuple. */
    record All() implements Grouping {}

    /** The task with the lowest id receives all tuples. */
    record Global() implements Grouping {}

    /** The source names the task. The stream must be declared direct. */
    record Direct() implements Grouping {}

    /**
     * The author's own rule chooses the tasks.
     *
     * @param rule the serialized {@link CustomGrouping} (Java serialization, of the author's classes)
     */
    record Custom(byte[] rule) implements Grouping {

        public Custom {
            rule = rule.clone();
        }

        /**
         * Serializes a rule.
         *
         * @throws TopologyException if the rule cannot be serialized
         */
        public static Custom of(CustomGrouping rule) {
            return of("custom grouping", rule);
        }

        static Custom of(String where, CustomGrouping rule) {
            return new Custom(Templates.write(where, "prepare", rule));
        }

        /**
         * Makes a copy of the rule for one source task.
         *
         * @param loader sees the author's classes
         * @throws TopologyException naming the class that is missing or has changed
         */
        public CustomGrouping instantiate(ClassLoader loader) {
            return Templates.read("custom grouping", rule, CustomGrouping.class, loader);
        }

        @Override
        public byte[] rule() {
            return rule.clone();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Custom custom && Arrays.equals(rule, custom.rule);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(rule);
        }

        @Override
        public String toString() {
            return "Custom[" + rule.length + " bytes]";
        }
    }
}
