// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.runtime.worker.exactlyonce.Shape.Edge;
import io.millrace.runtime.worker.exactlyonce.Shape.Kind;
import io.millrace.runtime.worker.exactlyonce.Shape.Node;
import io.millrace.runtime.worker.exactlyonce.Shape.Route;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Makes shapes of 2 to 8 components: 1 to 3 sources, up to 6 bolts, 1 or 2 sinks. */
final class RandomShape {

    private static final int MOST_COMPONENTS = 8;

    /** The tuples up to which components that multiply tuples are put behind a source. */
    private static final double MOST_TUPLES = 200;

    private static final Kind[] BOLTS = {
        Kind.PASS,
        Kind.SLOW,
        Kind.SPLIT,
        Kind.COUNT,
        Kind.COUNT_IN_TASK,
        Kind.DISTINCT,
        Kind.JOIN,
        Kind.JOIN,
        Kind.WINDOW,
        Kind.WINDOW
    };

    private final SplittableRandom random;
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Double> tuples = new HashMap<>();
    private final Set<String> unread = new HashSet<>();

    /** The components whose numbers are event times. */
    private final Set<String> timed = new HashSet<>();

    private final Set<String> windows = new HashSet<>();

    private RandomShape(long seed) {
        random = new SplittableRandom(seed);
    }

    static Shape of(long seed) {
        return new RandomShape(seed).make();
    }

    private Shape make() {
        int components = 2 + random.nextInt(MOST_COMPONENTS - 1);
        int sinks = components > 3 ? 1 + random.nextInt(2) : 1;
        int sources = 1 + random.nextInt(Math.min(3, components - sinks));
        for (int i = 0; i < sources; i++) {
            source("source" + i);
        }
        for (int i = 0; i < components - sources - sinks; i++) {
            bolt("bolt" + i);
        }
        for (int i = 0; i < sinks; i++) {
            sink("sink" + i, i == sinks - 1);
        }
        return new Shape(List.copyOf(nodes));
    }

    private void source(String id) {
        // Some sources finish early, some begin late
        int numbers = random.nextInt(4) == 0 ? random.nextInt(4) : 20 + random.nextInt(40);
        long idleNanos = random.nextInt(4) == 0 ? random.nextInt(40_000_000) : 0;
        long pauseNanos = 200_000 + random.nextInt(800_000);
        int tasks = tasks();
        add(
                new Node(id, Kind.SOURCE, tasks, new ArrayList<>(), new ArrayList<>(), numbers, idleNanos, pauseNanos),
                numbers * tasks);
    }

    private int tasks() {
        return 1 + random.nextInt(3);
    }

    private void add(Node node, double emitted) {
        nodes.add(node);
        tuples.put(node.id(), emitted);
        unread.add(node.id());
        if (node.keepsNumbers() && node.inputs().stream().allMatch(edge -> timed.contains(edge.source()))) {
            timed.add(node.id());
        }
        if (node.kind() == Kind.WINDOW) {
            windows.add(node.id());
        }
        for (Edge edge : node.inputs()) {
            unread.remove(edge.source());
            if (edge.route() == Route.DIRECT) {
                nodes.stream()
                        .filter(each -> each.id().equals(edge.source()))
                        .forEach(each -> each.directTargets().add(node.id()));
            }
        }
    }

    private void bolt(String id) {
        Kind kind = BOLTS[random.nextInt(BOLTS.length)];
        int tasks = tasks();
        List<String> sources = sources(kind == Kind.JOIN ? 2 : kind == Kind.COUNT_IN_TASK ? 1 : 1 + random.nextInt(2));
        if (kind == Kind.JOIN && sources.size() < 2) {
            kind = Kind.DISTINCT;
        }
        if (kind == Kind.WINDOW && !timed.containsAll(sources)) {
            kind = Kind.COUNT;
        }
        ArrayList<Edge> inputs = new ArrayList<>();
        for (String source : sources) {
            inputs.add(new Edge(source, route(kind, source)));
        }
        double arrived = arrived(inputs, tasks);
        if (kind == Kind.SPLIT && arrived > MOST_TUPLES) {
            kind = Kind.PASS;
        }
        add(
                new Node(id, kind, tasks, inputs, new ArrayList<>(), 0, 0, 0),
                kind == Kind.SPLIT ? 1.5 * arrived : arrived);
    }

    /** Returns different components, first those without a subscriber. */
    private List<String> sources(int count) {
        List<String> all = new ArrayList<>();
        for (Node node : nodes) {
            all.add(random.nextInt(all.size() + 1), node.id());
        }
        all.sort((one, other) -> Boolean.compare(!unread.contains(one), !unread.contains(other)));
        return all.subList(0, Math.min(count, all.size()));
    }

    private double arrived(List<Edge> inputs, int tasks) {
        double arrived = 0;
        for (Edge edge : inputs) {
            double copies = switch (edge.route()) {
                case ALL -> tasks;
                case SOME -> tasks / 2.0;
                default -> 1;
            };
            arrived += copies * tuples.get(edge.source());
        }
        return arrived;
    }

    private Route route(Kind kind, String source) {
        Route route = anyRoute(kind, source);
        // A window has no direct stream, and its number is not the second field
        return windows.contains(source) && (route == Route.DIRECT || route == Route.SOME) ? Route.CUSTOM : route;
    }

    private Route anyRoute(Kind kind, String source) {
        return switch (kind) {
            case COUNT, DISTINCT, WINDOW -> Route.FIELDS;
            case JOIN -> Route.BOTH_FIELDS;
            case COUNT_IN_TASK -> choose(Route.FIELDS, Route.GLOBAL, Route.DIRECT, Route.CUSTOM);
            default ->
                tuples.get(source) > MOST_TUPLES
                        ? choose(
                                Route.SHUFFLE,
                                Route.LOCAL_OR_SHUFFLE,
                                Route.PARTIAL_KEY,
                                Route.FIELDS,
                                Route.GLOBAL,
                                Route.DIRECT,
                                Route.CUSTOM)
                        : choose(Route.values());
        };
    }

    private Route choose(Route... among) {
        return among[random.nextInt(among.length)];
    }

    private void sink(String id, boolean isLast) {
        Set<String> sources = new HashSet<>();
        nodes.stream()
                .filter(node -> !node.isSink() && unread.contains(node.id()) && (isLast || random.nextBoolean()))
                .forEach(node -> sources.add(node.id()));
        if (sources.isEmpty()) {
            List<String> all =
                    nodes.stream().filter(node -> !node.isSink()).map(Node::id).toList();
            sources.add(all.get(random.nextInt(all.size())));
        }
        ArrayList<Edge> inputs = new ArrayList<>();
        sources.stream().sorted().forEach(source -> inputs.add(new Edge(source, route(Kind.SINK, source))));
        add(new Node(id, Kind.SINK, tasks(), inputs, new ArrayList<>(), 0, 0, 0), 0);
    }
}
