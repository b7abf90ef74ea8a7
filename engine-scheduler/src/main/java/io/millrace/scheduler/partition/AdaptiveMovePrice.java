package io.millrace.scheduler.partition;

/**
 * What it costs a vertex to be away from home, and how many are. While a search goes on the price rises when more are away than
 * wanted and falls when fewer are, so that it ends where about as many moves as wanted gain most: nobody knows that price
 * beforehand, and looking for it from outside takes a search for each guess.
 */
final class AdaptiveMovePrice {
    private static final int NO_HOME = -1;
    /** All adaptations together can raise the first price so many times: drifts and graphs differ that much. */
    private static final double RANGE = 2_500;
    /** Of the first price: what gains less than this share of it is not worth a move, however few there are. */
    private static final double LEAST = 1.0 / 16;

    /** By vertex: its part, or -1 if it has none and may be anywhere. */
    private final int[] home;

    private final int wanted;
    private final double factor;
    private final double least;
    private double price;
    private int away;

    /**
     * @param partOf where the vertices are
     * @param home by vertex: the part in which it costs nothing more, or -1: it does so in none
     * @param wanted how many vertices shall be away from home, at most
     * @param price the first price, above 0; it falls to a sixteenth of that at most
     * @param adaptations how many there will be
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

    /** What is saved, or if below 0 paid, when the vertex goes from one part to another. */
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
