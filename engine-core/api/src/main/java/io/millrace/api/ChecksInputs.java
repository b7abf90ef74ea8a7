// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A bolt of this package that knows which inputs it can take, so that mistakes in them are found when the topology is
 * built.
 */
public interface ChecksInputs {

    /**
     * Finds the mistakes in the inputs of the bolt.
     *
     * @param inputs the inputs whose fields are known
     * @param problems takes one line for each mistake, without the name of the component
     */
    void checkInputs(List<Input> inputs, Consumer<String> problems);

    /** Whether the bolt emits nothing if no spout before it has event time. */
    default boolean needsEventTime() {
        return false;
    }

    /** A stream that the bolt subscribes to, with its fields. */
    record Input(Subscription subscription, Fields fields) {

        private boolean isDefault() {
            return subscription.stream().equals(Streams.DEFAULT);
        }

        String name() {
            String source = Names.quoted(subscription.source());
            return isDefault() ? source : "stream " + Names.quoted(subscription.stream()) + " of " + source;
        }

        /**
         * Reports a mistake unless the stream has these fields.
         *
         * @param what the bolt's use of these fields, as a beginning of the sentence: "it keeps"
         */
        public void mustHave(String what, Fields wanted, Consumer<String> problems) {
            for (String field : wanted.names()) {
                if (fields.indexOf(field) < 0) {
                    problems.accept(what + " the field " + Names.quoted(field) + ", which its input " + name()
                            + " does not have: it has " + fields);
                }
            }
        }

        /** Reports a mistake unless the stream is grouped by these fields, in this order. */
        public void mustBeGroupedBy(Fields key, Consumer<String> problems) {
            Fields grouped = groupedBy();
            if (!key.equals(grouped)) {
                String names =
                        key.names().stream().map(each -> "\"" + each + "\"").collect(Collectors.joining(", "));
                problems.accept("its key is " + key + ", and its input " + name() + " is "
                        + (grouped == null ? "not grouped by fields" : "grouped by " + grouped) + ": subscribe by "
                        + (isDefault()
                                ? ".fields(\"" + subscription.source() + "\", " + names + ")"
                                : "new Grouping.ByFields(Fields.of(" + names + "))"));
            }
        }

        /** Returns the fields by which the stream is grouped; null if it is not grouped by fields. */
        public Fields groupedBy() {
            return subscription.grouping() instanceof Grouping.ByFields by ? by.fields() : null;
        }
    }
}
