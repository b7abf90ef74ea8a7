// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.reschedule;

import io.millrace.scheduler.evaluate.Validator;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.HopCosts;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.plan.ProblemIndex;
import io.millrace.scheduler.plan.StreamGraph;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the part of an answer that moves at most a given number of running tasks and saves most, for callers that
 * change the running assignment in small steps. Deterministic; any thread may call it.
 *
 * <p>Starting from the running assignment, one task after the other goes to its new place: the one that lowers the
 * cost of hops most, or raises it least. Tasks that move together often pay only when the last of them has moved. So
 * the search runs three times: with the other tasks where they are, where they will be, and with the mean of both. If
 * a move brings a node above its limit, a task that leaves this node is next. Of all intermediate assignments that
 * keep every hard rule, and exceed no limit by more than now, the cheapest is the result. If that is the start,
 * nothing moves.
 */
public final class MoveLimit {

    private static final double[] LOOKAHEADS = {0, 0.5, 1};

    private final Problem problem;
    private final ProblemIndex index;
    private final StreamGraph graph;
    private final HopCosts hops;
    private final Assignment answer;

    /** The weight of the places where other tasks will be, against the places where they are. */
    private final double lookahead;

    private final Placement[] goal;
    private final Placement[] place;
    private final long[] load;

    private MoveLimit(Problem problem, Assignment answer, Placement[] start, double lookahead) {
        this.problem = problem;
        this.answer = answer;
        this.lookahead = lookahead;
        index = new ProblemIndex(problem);
        graph = StreamGraph.of(index);
        hops = HopCosts.of(problem);
        goal = answer.placements().toArray(Placement[]::new);
        place = start.clone();
        load = new long[index.nodes];
        for (int task = 0; task < place.length; task++) {
            load[node(task)] += index.weight(task);
        }
    }

    /**
     * The answer, or the part of it within the limit. A task that has no place now, or whose place no longer exists,
     * goes where the answer says and does not count.
     *
     * @param answer valid
     * @param most tasks that may move, 0 or more
     */
    public static Assignment atMost(Problem problem, Assignment answer, int most) {
        ProblemIndex index = new ProblemIndex(problem);
        Placement[] start = answer.placements().toArray(Placement[]::new);
        List<Integer> moves = new ArrayList<>();
        for (int task = 0; task < start.length; task++) {
            Placement now = problem.previousOf(task).orElse(null);
            if (now != null && !now.equals(start[task]) && exists(index, now)) {
                start[task] = now;
                moves.add(task);
            }
        }
        if (moves.size() <= most) {
            return answer;
        }
        Part best = new Part(new Assignment(answer.instance(), List.of(start)), 0);
        for (double lookahead : LOOKAHEADS) {
            Part part = new MoveLimit(problem, answer, start, lookahead).cheapest(moves, most);
            best = part.change < best.change ? part : best;
        }
        return best.assignment;
    }

    /** A part of the answer, and by how much its hops cost more than those of the running assignment. */
    private record Part(Assignment assignment, double change) {}

    private static boolean exists(ProblemIndex index, Placement placement) {
        int node = index.node(placement.node());
        return node >= 0 && placement.slot() < index.node(node).slots();
    }

    private Part cheapest(List<Integer> moves, int most) {
        Part best = new Part(new Assignment(answer.instance(), List.of(place)), 0);
        List<Integer> left = new ArrayList<>(moves);
        long[] allowed = new long[load.length];
        for (int node = 0; node < load.length; node++) {
            allowed[node] = Math.max(load[node], index.node(node).limit());
        }
        double sum = 0;
        for (int moved = 0; moved < most && !left.isEmpty(); moved++) {
            int task = next(left, allowed);
            sum += change(task, place);
            load[node(task)] -= index.weight(task);
            place[task] = answer.of(task);
            load[node(task)] += index.weight(task);
            left.remove((Integer) task);
            if (sum < best.change && overloaded(allowed) < 0) {
                Assignment candidate = new Assignment(answer.instance(), List.of(place));
                if (Validator.violations(problem, candidate).isEmpty()) {
                    best = new Part(candidate, sum);
                }
            }
        }
        return best;
    }

    private int next(List<Integer> left, long[] allowed) {
        int full = overloaded(allowed);
        boolean relieves = full >= 0 && left.stream().anyMatch(task -> leaves(task, full));
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int task : left) {
            if (relieves && !leaves(task, full)) {
                continue;
            }
            double change = (1 - lookahead) * change(task, place) + lookahead * change(task, goal);
            if (best < 0 || change < least) {
                best = task;
                least = change;
            }
        }
        return best;
    }

    private boolean leaves(int task, int node) {
        return node(task) == node && index.node(answer.of(task).node()) != node;
    }

    /** The node that exceeds its allowed load most, or -1. */
    private int overloaded(long[] allowed) {
        int worst = -1;
        for (int node = 0; node < load.length; node++) {
            if (load[node] > allowed[node]
                    && (worst < 0 || load[node] - allowed[node] > load[worst] - allowed[worst])) {
                worst = node;
            }
        }
        return worst;
    }

    /** How much more hops cost when a task goes to its new place and the others are in the given places. */
    private double change(int task, Placement[] others) {
        double change = 0;
        for (int i = graph.first(task); i < graph.first(task + 1); i++) {
            int other = graph.neighbour(i);
            change += graph.traffic(i)
                    * (hop(task, answer.of(task), other, others[other]) - hop(task, place[task], other, others[other]));
        }
        return change;
    }

    /** The cost of a hop between two tasks; the mean if the directions differ. */
    private double hop(int task, Placement at, int other, Placement there) {
        if (at.node().equals(there.node())) {
            boolean together = at.slot() == there.slot() && index.topologyOf[task] == index.topologyOf[other];
            return together ? HopCosts.SAME_WORKER_MICROS : HopCosts.SAME_NODE_MICROS;
        }
        int from = index.node(at.node());
        int to = index.node(there.node());
        return (hops.betweenNodesMicros(from, to) + hops.betweenNodesMicros(to, from)) / 2;
    }

    private int node(int task) {
        return index.node(place[task].node());
    }
}
