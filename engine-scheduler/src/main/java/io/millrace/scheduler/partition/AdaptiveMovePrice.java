// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

/**
 * The price of a vertex away from its home part, and the number of such vertices. During an annealing the price rises
 * while more are away than wanted, and falls while fewer are. So the search ends near the wanted number of moves,
 * with the moves that gain most.
 */
final class AdaptiveMovePrice {
    private static final int NO_HOME = -1;
    /**
     * All adaptations together can raise the first price by this factor, because drifts and graphs differ that much.
     */
    private static final double RANGE = 2_500;
    /** The price never falls below this share of the first price: what gains less is not worth a move. */
    private static final double LEAST = 1.0 / 16;

    /** By vertex: its home part, or -1 if it has none. */
    private final int[] home;

    private final int wanted;
    private final double factor;
    private final double least;
    private double price;
    private int away;

    /**
     * @param partOf by vertex: its part now
     * @param home by vertex: its home part, or -1 if it pays in no part
     * @param wanted how many vertices may be away from home
     * @param price the first price, above 0
     * @param adaptations how often {@link #adapt} will be called
     */
    AdaptiveMovePrice(int[] partOf, int[] home, int wanted, double price, int adaptations) {
        this.home = home;
        this.wanted = wanted;
        this.price = price;
        least = LEAST * price;
        factor = Math.pow(RANGE, 1.0 / adaptations);
        for (int v = 0; v < home.length; v++) {
            away += home[v] != NO_HOME && home[v] != partOf[v] ? 1 : 0;
        }
    }

    double price() {
        return price;
    }

    void adapt() {
        price = away > wanted ? price * factor : Math.max(least, price / factor);
    }

    boolean isAway(int vertex, int part) {
        return home[vertex] != part && home[vertex] != NO_HOME;
    }

    int home(int vertex) {
        return home[vertex];
    }

    /** The saving in price when the vertex goes from one part to another; below 0: it pays. */
    double gain(int vertex, int from, int to) {
        return home[vertex] == to ? price : home[vertex] == from ? -price : 0;
    }

    void moved(int vertex, int from, int to) {
        if (home[vertex] == to) {
            away--;
        } else if (home[vertex] == from) {
            away++;
        }
    }
}
