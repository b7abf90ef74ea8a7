package io.millrace.api;

import io.millrace.api.error.TopologyException;
import io.millrace.api.template.Templates;
import java.io.Serializable;
import java.util.Arrays;

/** How a stream's tuples are spread over the tasks of a component that subscribes to it. */
public sealed interface Grouping extends Serializable {

    /**
     * In turn: tasks that keep up get exactly equal shares. One that does not is passed over until it has caught up, as
     * long as others have room.
     */
    record Shuffle() implements Grouping {}

    /** As shuffle over the tasks of the same worker if there are some, however loaded, else over all. */
    record LocalOrShuffle() implements Grouping {}

    /** Equal values of these fields go to the same task, in every process and run. */
    record ByFields(Fields fields) implements Grouping {}

    /**
     * Each key has two candidate tasks, the same for all source tasks, in every process and run; a source task sends to
     * the one that it has given less, of all keys. So the parts of a key's state must be merged behind it.
     */
    record PartialKey(Fields fields) implements Grouping {}

    /** Every task gets each tuple. */
    record All() implements Grouping {}

    /** The task with the lowest id gets all. */
    record Global() implements Grouping {}

    /** The source names the task; the stream must be declared direct. */
    record Direct() implements Grouping {}

    /**
     * The author's own rule.
     *
     * @param rule the serialized {@link CustomGrouping} (Java serialization, of the author's classes)
     */
    record Custom(byte[] rule) implements Grouping {

        public Custom {
            rule = rule.clone();
        }

        /** Serializes a rule; {@link TopologyException} if that cannot be done. */
        public static Custom of(CustomGrouping rule) {
            return of("custom grouping", rule);
        }

        static Custom of(String where, CustomGrouping rule) {
            return new Custom(Templates.write(where, "prepare", rule));
        }

        /**
         * Makes a rule of its own for one source task.
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
