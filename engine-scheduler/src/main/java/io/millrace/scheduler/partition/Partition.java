// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import java.util.Arrays;

/**
 * The part of every vertex, complete or under construction, with all that a move needs kept up to date. A move costs
 * the vertex's degree (times the number of parts if distances differ); its gain is known at once.
 */
public final class Partition {
    /** The part of a vertex that is not placed. */
    public static final int UNPLACED = -1;

    final Graph graph;
    final Parts parts;
    final int count;
    final int[] part;
    final long[] load;
    /** By vertex and part: the cost of the vertex there, less {@link #base}. */
    final double[] pull;
    /** By vertex: the share of its cost that is equal in all parts. */
    final double[] base;
    /** By part: its vertices, in no order; the first {@link #sizes} count. */
    final int[][] members;

    final int[] sizes;

    private final int[] positionOf;
    /** By owner and part: how many of its vertices are there. */
    private final int[] ownerVertices;
    /** By part: how many owners it holds. */
    private final int[] ownersIn;
    /** By owner: in how many parts it is. */
    private final int[] partsOf;
    /** The number of vertices by group and part. */
    private final int[] groupVertices;

    private double cost;
    private long excess;
    private long overload;

    /** Nothing is placed. */
    Partition(Graph graph, Parts parts) {
        this.graph = graph;
        this.parts = parts;
        count = parts.count;
        part = new int[graph.size];
        Arrays.fill(part, UNPLACED);
        load = new long[count];
        pull = graph.bias == null ? new double[graph.size * count] : graph.bias.clone();
        base = new double[graph.size];
        members = new int[count][4];
        sizes = new int[count];
        positionOf = new int[graph.size];
        ownerVertices = new int[graph.owners * count];
        ownersIn = new int[count];
        partsOf = new int[graph.owners];
        groupVertices = new int[graph.groups * count];
    }

    /** Places each vertex where {@code partOf} says, whether or not that keeps the rules. */
    Partition(Graph graph, Parts parts, int[] partOf) {
        this(graph, parts);
        for (int v = 0; v < graph.size; v++) {
            if (partOf[v] != UNPLACED) {
                place(v, partOf[v]);
            }
        }
    }

    public int[] toArray() {
        return part.clone();
    }

    Score score() {
        return new Score(overload, excess, cost);
    }

    public double cost() {
        return cost;
    }

    /** Load above the limits, summed over parts. */
    long excess() {
        return excess;
    }

    /** Load above the capacities, summed over parts. */
    long overload() {
        return overload;
    }

    /** The fall of the cost when the vertex goes to {@code to}; below 0: it rises. */
    double gain(int vertex, int to) {
        int row = vertex * count;
        return pull[row + part[vertex]] - pull[row + to];
    }

    /** The fall of the cost when two vertices of different parts change places. */
    double swapGain(int u, int v) {
        return gain(u, part[v]) + gain(v, part[u]) - sharedGain(u, v);
    }

    /**
     * How much too high the sum of the gains of two vertices of different parts is if both move, because they come no
     * closer to each other.
     */
    double sharedGain(int u, int v) {
        double between = graph.between(u, v);
        return between == 0 ? 0 : 2 * between * parts.distance(part[u], part[v]);
    }

    boolean fits(int vertex, int to) {
        return load[to] + graph.load[vertex] <= parts.limit[to];
    }

    /** Whether moving the vertex lowers the load above limits without raising the load above capacities. */
    boolean relieves(int vertex, int to) {
        int from = part[vertex];
        long weight = graph.load[vertex];
        long less = over(load[from], parts.limit[from]) - over(load[from] - weight, parts.limit[from]);
        long more = over(load[to] + weight, parts.limit[to]) - over(load[to], parts.limit[to]);
        long lessOver = over(load[from], parts.capacity[from]) - over(load[from] - weight, parts.capacity[from]);
        long moreOver = over(load[to] + weight, parts.capacity[to]) - over(load[to], parts.capacity[to]);
        return more < less && moreOver <= lessOver;
    }

    /**
     * The growth of the load above limits when this much load (below 0: in the other direction) goes from one
     * part to another.
     */
    long addedExcess(int from, int to, long shifted) {
        return over(load[to] + shifted, parts.limit[to])
                - over(load[to], parts.limit[to])
                + over(load[from] - shifted, parts.limit[from])
                - over(load[from], parts.limit[from]);
    }

    /** Whether the part can take this much more load, or gets less. */
    boolean hasCapacity(int to, long added) {
        return added <= 0 || load[to] + added <= parts.capacity[to];
    }

    /** Whether the two can change places and no part is above its limit more than before. */
    boolean swapFits(int u, int v) {
        long difference = graph.load[v] - graph.load[u];
        int grows = difference > 0 ? part[u] : part[v];
        return difference == 0 || load[grows] + Math.abs(difference) <= parts.limit[grows];
    }

    /** Whether permit, group and owner allow the vertex in this part, other than its own. */
    boolean admits(int vertex, int to) {
        if (!parts.permits[graph.permit[vertex]][to]) {
            return false;
        }
        int group = graph.group[vertex];
        if (group >= 0 && groupVertices[group * count + to] > 0) {
            return false;
        }
        int owner = graph.owner[vertex];
        if (ownerVertices[owner * count + to] > 0) {
            return true;
        }
        return ownersIn[to] < parts.slots[to]
                && partsOf[owner] - (isLastOfOwner(vertex) ? 1 : 0) < parts.partsPerOwner[owner];
    }

    /** Whether permits, groups and owners allow two vertices of different parts to change places. */
    boolean admitsSwap(int u, int v) {
        int a = part[u];
        int b = part[v];
        if (!parts.permits[graph.permit[u]][b] || !parts.permits[graph.permit[v]][a]) {
            return false;
        }
        int groupOfU = graph.group[u];
        int groupOfV = graph.group[v];
        if (groupOfU != groupOfV
                && (groupOfU >= 0 && groupVertices[groupOfU * count + b] > 0
                        || groupOfV >= 0 && groupVertices[groupOfV * count + a] > 0)) {
            return false;
        }
        return graph.owner[u] == graph.owner[v] || ownerMayEnter(u, b, v) && ownerMayEnter(v, a, u);
    }

    private boolean ownerMayEnter(int vertex, int to, int leaving) {
        int owner = graph.owner[vertex];
        return ownerVertices[owner * count + to] > 0
                || ownersIn[to] - (isLastOfOwner(leaving) ? 1 : 0) < parts.slots[to]
                        && partsOf[owner] - (isLastOfOwner(vertex) ? 1 : 0) < parts.partsPerOwner[owner];
    }

    private boolean isLastOfOwner(int vertex) {
        return part[vertex] >= 0 && ownerVertices[graph.owner[vertex] * count + part[vertex]] == 1;
    }

    void place(int vertex, int to) {
        cost += base[vertex] + pull[vertex * count + to];
        enter(vertex, to);
        for (int e = graph.first[vertex]; e < graph.first[vertex + 1]; e++) {
            attract(graph.neighbour[e], to, graph.traffic[e]);
        }
    }

    void unplace(int vertex) {
        int from = part[vertex];
        leave(vertex);
        for (int e = graph.first[vertex]; e < graph.first[vertex + 1]; e++) {
            attract(graph.neighbour[e], from, -graph.traffic[e]);
        }
        cost -= base[vertex] + pull[vertex * count + from];
    }

    private void attract(int vertex, int to, double traffic) {
        int row = vertex * count;
        if (parts.distance == null) {
            base[vertex] += traffic;
            pull[row + to] -= traffic;
        } else {
            double[] from = parts.distance[to];
            for (int p = 0; p < count; p++) {
                pull[row + p] += traffic * from[p];
            }
        }
    }

    void move(int vertex, int to) {
        int from = part[vertex];
        cost -= gain(vertex, to);
        leave(vertex);
        enter(vertex, to);
        int[] neighbour = graph.neighbour;
        double[] traffic = graph.traffic;
        int end = graph.first[vertex + 1];
        if (parts.distance == null) {
            for (int e = graph.first[vertex]; e < end; e++) {
                int row = neighbour[e] * count;
                pull[row + from] += traffic[e];
                pull[row + to] -= traffic[e];
            }
        } else {
            double[] near = parts.distance[to];
            double[] far = parts.distance[from];
            for (int e = graph.first[vertex]; e < end; e++) {
                int row = neighbour[e] * count;
                for (int p = 0; p < count; p++) {
                    pull[row + p] += traffic[e] * (near[p] - far[p]);
                }
            }
        }
    }

    void swap(int u, int v) {
        int a = part[u];
        move(u, part[v]);
        move(v, a);
    }

    private void enter(int vertex, int to) {
        part[vertex] = to;
        addLoad(to, graph.load[vertex]);
        if (ownerVertices[graph.owner[vertex] * count + to]++ == 0) {
            ownersIn[to]++;
            partsOf[graph.owner[vertex]]++;
        }
        if (graph.group[vertex] >= 0) {
            groupVertices[graph.group[vertex] * count + to]++;
        }
        if (sizes[to] == members[to].length) {
            members[to] = Arrays.copyOf(members[to], 2 * sizes[to]);
        }
        positionOf[vertex] = sizes[to];
        members[to][sizes[to]++] = vertex;
    }

    private void leave(int vertex) {
        int from = part[vertex];
        part[vertex] = UNPLACED;
        addLoad(from, -graph.load[vertex]);
        if (--ownerVertices[graph.owner[vertex] * count + from] == 0) {
            ownersIn[from]--;
            partsOf[graph.owner[vertex]]--;
        }
        if (graph.group[vertex] >= 0) {
            groupVertices[graph.group[vertex] * count + from]--;
        }
        int last = members[from][--sizes[from]];
        members[from][positionOf[vertex]] = last;
        positionOf[last] = positionOf[vertex];
    }

    private void addLoad(int to, long weight) {
        long before = load[to];
        load[to] = before + weight;
        excess += over(load[to], parts.limit[to]) - over(before, parts.limit[to]);
        overload += over(load[to], parts.capacity[to]) - over(before, parts.capacity[to]);
    }

    private static long over(long load, long bound) {
        return Math.max(0, load - bound);
    }
}
