// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.TopicPartition;

/** Which topics a source reads, and which of its tasks reads a partition. Immutable. */
final class Selection implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String[] names;

    /** Null if the names are given. */
    private final Pattern pattern;

    private Selection(String[] names, Pattern pattern) {
        this.names = names;
        this.pattern = pattern;
    }

    static Selection topics(Collection<String> topics) {
        if (topics.isEmpty() || topics.stream().anyMatch(name -> name == null || name.isBlank())) {
            throw new TopologyException(
                    "the names of the topics are " + topics + ": give at least one, and none empty");
        }
        return new Selection(new TreeSet<>(topics).toArray(String[]::new), null);
    }

    static Selection pattern(String regex) {
        try {
            return new Selection(new String[0], Pattern.compile(regex));
        } catch (PatternSyntaxException | NullPointerException e) {
            throw new TopologyException("the pattern '" + regex + "' is no regular expression: " + e.getMessage(), e);
        }
    }

    boolean hasPattern() {
        return pattern != null;
    }

    List<String> names() {
        return List.of(names);
    }

    boolean contains(String topic) {
        return pattern == null
                ? names().contains(topic)
                : pattern.matcher(topic).matches();
    }

    /**
     * Returns the index of the task that reads a partition. The first ones of many small topics are not all for the
     * first task.
     */
    int taskOf(TopicPartition partition, int tasks) {
        int first = names.length == 1 ? 0 : Math.floorMod(partition.topic().hashCode(), tasks);
        return (partition.partition() + first) % tasks;
    }

    @Override
    public String toString() {
        return pattern == null ? String.join(", ", names) : pattern.pattern();
    }
}
