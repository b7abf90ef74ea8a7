// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.api.BoltDeclarer;
import io.millrace.api.SpoutDeclarer;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.operators.Bolts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.window.WindowBolt;
import io.millrace.operators.window.Windows;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The shape of a topology: spouts, bolts and sinks in an order in which each comes after its inputs. Whatever the
 * schedule, the sinks get the same rows, and in the same order where the shape defines one.
 */
record Shape(List<Node> nodes) {

    static final String DIRECT = "direct";
    static final long WINDOW_MILLIS = 8;
    static final long SLIDE_MILLIS = 4;
    private static final Windows WINDOWS =
            Windows.sliding(Duration.ofMillis(WINDOW_MILLIS), Duration.ofMillis(SLIDE_MILLIS));

    enum Kind {
        SOURCE,
        /** Passes each tuple on. */
        PASS,
        /** Passes each tuple on, and pauses often, so that the links before it are full. */
        SLOW,
        /** Passes each tuple on once or twice. */
        SPLIT,
        /** Numbers the tuples of each key. */
        COUNT,
        /** Numbers the tuples of each key that come to a task, with a state of the task. */
        COUNT_IN_TASK,
        /** Passes the first of equal tuples on. */
        DISTINCT,
        /** Joins the n-th tuple of its first input with the n-th equal one of its second. */
        JOIN,
        /** Adds the numbers of each key in sliding windows, by event time, which is the number. */
        WINDOW,
        SINK
    }

    /** The division of tuples among the tasks of a component. */
    enum Route {
        SHUFFLE,
        LOCAL_OR_SHUFFLE,
        PARTIAL_KEY,
        FIELDS,
        /** The tuples are divided by key and number. */
        BOTH_FIELDS,
        GLOBAL,
        /** The source sends by key. */
        DIRECT,
        /** A custom grouping chooses by key. */
        CUSTOM,
        ALL,
        /** A custom grouping chooses none, some or all tasks. */
        SOME;

        /** Returns whether all tuples of a key that come from one task go to one task. */
        boolean keepsKeys() {
            return switch (this) {
                case FIELDS, GLOBAL, DIRECT, CUSTOM -> true;
                default -> false;
            };
        }
    }

    record Edge(String source, Route route) implements Serializable {}

    /**
     * A component.
     *
     * @param directTargets components that subscribe to its direct stream
     * @param numbers number of numbers that each task of a source emits
     * @param idleNanos time for which a source does nothing at first
     * @param pauseNanos time between two numbers of a source
     */
    record Node(
            String id,
            Kind kind,
            int tasks,
            ArrayList<Edge> inputs,
            ArrayList<String> directTargets,
            int numbers,
            long idleNanos,
            long pauseNanos)
            implements Serializable {

        boolean isSink() {
            return kind == Kind.SINK;
        }

        /** Returns whether its outputs have its inputs' numbers: then they are the event times of its outputs too. */
        boolean keepsNumbers() {
            return switch (kind) {
                case SOURCE, PASS, SLOW, SPLIT, DISTINCT, JOIN -> true;
                default -> false;
            };
        }
    }

    Topology build(String world) {
        TopologyBuilder builder = new TopologyBuilder();
        for (Node node : nodes) {
            if (node.kind() == Kind.SOURCE) {
                SpoutDeclarer spout = builder.setSpout(node.id(), new Source(world, node), node.tasks());
                if (hasWindows()) {
                    spout.eventTime("number", Duration.ZERO);
                }
                continue;
            }
            BoltDeclarer bolt = switch (node.kind()) {
                case COUNT -> builder.setBolt(node.id(), new StatefulBolts.Count(node), node.tasks());
                case COUNT_IN_TASK -> builder.setBolt(node.id(), new StatefulBolts.CountInTask(node), node.tasks());
                case DISTINCT -> builder.setBolt(node.id(), new StatefulBolts.Distinct(node), node.tasks());
                case JOIN -> builder.setBolt(node.id(), new StatefulBolts.Join(node), node.tasks());
                case SINK -> builder.setBolt(node.id(), new Sink(world), node.tasks());
                case SLOW -> builder.setBolt(node.id(), new PassingBolts.Slow(node), node.tasks());
                case WINDOW -> builder.setBolt(node.id(), window(), node.tasks());
                default -> builder.setBolt(node.id(), new PassingBolts.Pass(node), node.tasks());
            };
            node.inputs().forEach(edge -> subscribe(bolt, edge));
        }
        return builder.build();
    }

    private static WindowBolt window() {
        return Bolts.window(WINDOWS, "key").eventTime("number").aggregate("number", Aggregates.sum("number"));
    }

    private static void subscribe(BoltDeclarer bolt, Edge edge) {
        switch (edge.route()) {
            case SHUFFLE -> bolt.shuffle(edge.source());
            case LOCAL_OR_SHUFFLE -> bolt.localOrShuffle(edge.source());
            case PARTIAL_KEY -> bolt.partialKey(edge.source(), "key");
            case FIELDS -> bolt.fields(edge.source(), "key");
            case BOTH_FIELDS -> bolt.fields(edge.source(), "key", "number");
            case GLOBAL -> bolt.global(edge.source());
            case DIRECT -> bolt.direct(edge.source(), DIRECT);
            case CUSTOM -> bolt.custom(edge.source(), new CustomGroupings.ByKey());
            case ALL -> bolt.all(edge.source());
            case SOME -> bolt.custom(edge.source(), new CustomGroupings.Some());
        }
    }

    private boolean hasWindows() {
        return nodes.stream().anyMatch(node -> node.kind() == Kind.WINDOW);
    }

    /** Returns whether a bolt pauses. */
    boolean isSlow() {
        return nodes.stream().anyMatch(node -> node.kind() == Kind.SLOW);
    }

    /** Returns the sinks whose tasks get the tuples of each key in an order that does not depend on the schedule. */
    List<Node> orderedSinks() {
        Set<String> ordered = new HashSet<>();
        for (Node node : nodes) {
            if (isOrdered(node, ordered)) {
                ordered.add(node.id());
            }
        }
        return nodes.stream()
                .filter(node -> node.isSink() && ordered.contains(node.id()))
                .toList();
    }

    /**
     * Returns whether the order is defined: each key of a source comes from one task; behind it, it must go from one
     * task to one task.
     */
    private static boolean isOrdered(Node node, Set<String> ordered) {
        if (node.inputs().size() != 1) {
            return node.kind() == Kind.SOURCE;
        }
        Edge only = node.inputs().get(0);
        boolean oneWay = only.route().keepsKeys()
                || node.tasks() == 1 && only.route() != Route.SOME
                || only.route() == Route.ALL && node.isSink();
        return oneWay && ordered.contains(only.source());
    }

    /** Returns the shape in one line, for messages. */
    @Override
    public String toString() {
        List<String> lines = new ArrayList<>();
        nodes.forEach(node -> lines.add(node.id() + "=" + node.kind() + "*" + node.tasks()
                + node.inputs().stream()
                        .map(edge -> edge.source() + " by " + edge.route())
                        .toList()));
        return String.join(" ", lines);
    }
}
