package io.millrace.runtime.plan;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Grouping;
import io.millrace.api.StreamSpec;
import io.millrace.api.Topology;
import io.millrace.runtime.plan.Subscriptions.Subscriber;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Who will talk to whom, guessed from a topology before anything runs; pure. Only the proportions mean something.
 *
 * <p>Each spout task emits one tuple per unit of time on each of its streams, and a bolt task as many on each of its streams
 * as it gets, unless the author gave a hint ({@link StreamSpec#selectivity}). Keys are taken to be spread evenly, so all
 * groupings spread a task's tuples evenly over the targets, but for {@code all} (each target gets them all) and {@code global}
 * (the first one does). What flows back in a cycle is counted, and is not taken to make more.
 */
public final class TrafficEstimate {

    private final TaskPlan plan;
    private final Map<TaskPair, Double> messages = new LinkedHashMap<>();

    /** By task id: what it gets, or emits as a spout. */
    private final double[] tuples;

    private final double mean;

    private TrafficEstimate(Topology topology) {
        plan = new TaskPlan(topology);
        tuples = new double[plan.taskCount() + 1];
        Subscriptions subscriptions = new Subscriptions(topology);
        List<ComponentSpec> left = new ArrayList<>(topology.components());
        Set<String> done = new HashSet<>();
        while (!left.isEmpty()) {
            ComponentSpec next = next(left, done);
            left.remove(next);
            done.add(next.id());
            if (next.kind() == ComponentSpec.Kind.SPOUT) {
                double rate = rate(next);
                plan.tasksOf(next.id()).forEach(task -> tuples[task] = rate);
            }
            for (StreamSpec stream : next.outputs()) {
                for (Subscriber subscriber : subscriptions.of(next.id(), stream.name())) {
                    send(
                            next,
                            stream,
                            subscriber,
                            done.contains(subscriber.component().id()));
                }
            }
        }
        mean = Arrays.stream(tuples).sum() / Math.max(1, plan.taskCount());
    }

    public static TrafficEstimate of(Topology topology) {
        return new TrafficEstimate(topology);
    }

    /** How many pairs of tasks the estimate of a topology has at most; that is what it costs. */
    public static long pairs(Topology topology) {
        TaskPlan plan = new TaskPlan(topology);
        return topology.components().stream()
                .flatMap(target -> target.inputs().stream()
                        .map(input -> (long) plan.tasksOf(input.source()).size() * target.tasks()))
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Tuples by pair of tasks, all streams together; never of a task to itself. */
    public Map<TaskPair, Double> messages() {
        return messages;
    }

    /** What a task gets, or emits if it is of a spout. */
    public double tuples(int task) {
        return tuples[task];
    }

    /**
     * What CPU a task may need, 1 on average. Half of it is taken to be the same for all tasks, as nothing is known of them,
     * the other half to follow the tuples that they deal with.
     */
    public double weight(int task) {
        return mean == 0 ? 1 : (1 + tuples[task] / mean) / 2;
    }

    /** One of which all sources are done; in a cycle, one of which some are. */
    private static ComponentSpec next(List<ComponentSpec> left, Set<String> done) {
        return Stream.<Predicate<ComponentSpec>>of(
                        spec -> sources(spec).allMatch(done::contains),
                        spec -> sources(spec).anyMatch(done::contains),
                        spec -> true)
                .flatMap(rule -> left.stream().filter(rule).limit(1))
                .findFirst()
                .orElseThrow();
    }

    /** Without itself. */
    private static Stream<String> sources(ComponentSpec spec) {
        return spec.inputs().stream().map(input -> input.source()).filter(source -> !source.equals(spec.id()));
    }

    /** Of a spout's stream that it emits most on; its work follows that. */
    private static double rate(ComponentSpec spout) {
        return spout.outputs().stream()
                .mapToDouble(StreamSpec::selectivity)
                .max()
                .orElse(StreamSpec.UNKNOWN_SELECTIVITY);
    }

    private void send(ComponentSpec source, StreamSpec stream, Subscriber subscriber, boolean back) {
        List<Integer> targets = plan.tasksOf(subscriber.component().id());
        List<Integer> reached = subscriber.grouping() instanceof Grouping.Global ? targets.subList(0, 1) : targets;
        double share = subscriber.grouping() instanceof Grouping.All ? 1 : 1.0 / reached.size();
        for (int from : plan.tasksOf(source.id())) {
            double input = source.kind() == ComponentSpec.Kind.SPOUT ? 1 : tuples[from];
            double sent = input * stream.selectivity() * share;
            for (int to : reached) {
                if (from != to) {
                    messages.merge(new TaskPair(from, to), sent, Double::sum);
                }
                if (!back) {
                    tuples[to] += sent;
                }
            }
        }
    }
}
