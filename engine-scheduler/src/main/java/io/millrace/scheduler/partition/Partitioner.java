// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Multilevel partitioning: coarsen, partition the coarsest graph from several starts, refine at every level on the
 * way back, then improve the best by V-cycles and annealing. For small graphs an exact search follows.
 */
public final class Partitioner {
    private static final double COLD = 0.004;
    /**
     * Every other annealing run starts at this share of the temperature, so that it stays closer to the best
     * partition.
     */
    private static final double COOLER = 0.3;

    private static final int MOST_COMPONENTS = 2_000;
    private static final int MOST_PACKED_EXACTLY = 40;
    private static final int PACKING_STEPS = 20_000;
    private static final double[] EVENNESS = {0, 0.5, 0.15, 1.5};

    private final Graph graph;
    private final Parts parts;
    private final SearchBudget budget;
    private final SplittableRandom random;
    private Partition best;

    private Partitioner(Graph graph, Parts parts, SearchBudget budget, long seed) {
        this.graph = graph;
        this.parts = parts;
        this.budget = budget;
        random = new SplittableRandom(seed);
    }

    /** A partition's parts by vertex, and its score. */
    public record Result(int[] partOf, Score score) {}

    /** The score of a partition from any source. */
    public static Score score(Graph graph, Parts parts, int[] partOf) {
        return new Partition(graph, parts, partOf).score();
    }

    /**
     * The best partition found; never worse than any of the candidates.
     *
     * @param candidates complete partitions to start from as well; they must keep slots, permits, groups and owners'
     *     parts
     * @return null if there are no candidates and no start came out
     */
    public static Result partition(
            Graph graph, Parts parts, Collection<int[]> candidates, SearchBudget budget, long seed) {
        Partitioner partitioner = new Partitioner(graph, parts, budget, seed);
        for (int[] candidate : candidates) {
            partitioner.offer(candidate);
        }
        partitioner.packComponents();
        partitioner.fromScratch();
        return partitioner.finish();
    }

    /** Partitions as {@link #partition} does, but from the candidates only: what is found is near one of them. */
    public static Result improve(
            Graph graph, Parts parts, Collection<int[]> candidates, SearchBudget budget, long seed) {
        Partitioner partitioner = new Partitioner(graph, parts, budget, seed);
        for (int[] candidate : candidates) {
            partitioner.offer(candidate);
        }
        return partitioner.finish();
    }

    /** A partition's parts by vertex, and the price of a move at which it was found. */
    public record PricedResult(int[] partOf, double price) {}

    /**
     * Searches for the best partition with few vertices away from home, by one annealing whose price of a move adapts
     * itself. Refinement at the last price follows.
     *
     * @param home by vertex: a part, or -1 for none
     * @param wanted how many vertices may be away from home; more are only if limits require them
     * @param price the first price, above 0; no price below a sixteenth of it is tried
     */
    public static PricedResult withMoves(
            Graph graph, Parts parts, int[] partOf, int[] home, int wanted, double price, long seed) {
        SearchBudget budget = SearchBudget.nearby(graph);
        SplittableRandom random = new SplittableRandom(seed);
        Partition partition = new Partition(graph, parts, partOf);
        double reached = Annealing.run(partition, home, wanted, price, budget.fineSteps(), budget.hot(), COLD, random);
        Partition refined = new Partition(graph.withPriceOfMoves(home, parts, reached), parts, partition.part);
        refine(refined);
        return new PricedResult(refined.part, reached);
    }

    /** Refines a partition by moves and exchanges that each pay. The result is very near. */
    public static int[] refined(Graph graph, Parts parts, int[] partOf) {
        Partition partition = new Partition(graph, parts, partOf);
        refine(partition);
        return partition.part;
    }

    /**
     * Places the vertices that are unplaced in {@code partOf} and leaves the others alone; null if one fits nowhere.
     */
    public static int[] complete(Graph graph, Parts parts, int[] partOf, long seed) {
        int[] best = null;
        Score bestScore = null;
        for (double evenness : EVENNESS) {
            Partition partition = new Partition(graph, parts, partOf);
            boolean complete = GreedyStart.complete(partition, evenness, new SplittableRandom(seed));
            if (complete && (bestScore == null || partition.score().isBetterThan(bestScore))) {
                bestScore = partition.score();
                best = partition.part;
            }
        }
        return best;
    }

    private void offer(int[] candidate) {
        keep(new Partition(graph, parts, candidate));
        Partition refined = new Partition(graph, parts, candidate);
        refine(refined);
        keep(refined);
    }

    private void keep(Partition partition) {
        if (best == null || partition.score().isBetterThan(best.score())) {
            best = partition;
        }
    }

    private static void refine(Partition partition) {
        Rebalance.run(partition);
        do {
            MoveRefinement.refine(partition);
        } while (SwapRefinement.refine(partition));
    }

    /** If the components are small or isolated, packing whole components is enough. */
    private void packComponents() {
        Coarsening step = Coarsening.components(graph, parts);
        if (step == null || step.coarse.size > MOST_COMPONENTS) {
            return;
        }
        Partition partition = new Partition(step.coarse, parts);
        if (GreedyStart.complete(partition, EVENNESS[EVENNESS.length - 1], random)) {
            refine(partition);
            if (step.coarse.size <= MOST_PACKED_EXACTLY) {
                int[] packed = new ExactSearch(step.coarse, parts, partition, PACKING_STEPS).run();
                partition = new Partition(step.coarse, parts, packed);
            }
            keep(uncoarsen(List.of(step), partition.part));
        }
    }

    /**
     * Each start has another coarse graph: small ones keep strongly connected vertices together, large ones fit
     * better.
     */
    private void fromScratch() {
        for (int start = 0; start < budget.starts(); start++) {
            int size = Math.max(2 * parts.count, SearchBudget.coarseSize(parts.count) >> (start % 3));
            List<Coarsening> levels = coarsen(null, Math.min(size, graph.size));
            Graph coarsest = levels.isEmpty() ? graph : levels.get(levels.size() - 1).coarse;
            Partition partition = new Partition(coarsest, parts);
            if (start % 2 == 1) {
                GrowingStart.grow(partition, random);
            }
            if (GreedyStart.complete(partition, EVENNESS[start % EVENNESS.length], random)) {
                refine(partition);
                if (budget.coarseSteps() > 0) {
                    Partition annealed = new Partition(coarsest, parts, partition.part);
                    Annealing.run(annealed, budget.coarseSteps(), budget.hot(), COLD, random);
                    refine(annealed);
                    partition = annealed.score().isBetterThan(partition.score()) ? annealed : partition;
                }
                keep(uncoarsen(levels, partition.part));
            }
        }
    }

    private Partition uncoarsen(List<Coarsening> levels, int[] coarsePart) {
        int[] part = coarsePart;
        for (int level = levels.size() - 1; level >= 0; level--) {
            Coarsening step = levels.get(level);
            Partition partition = new Partition(step.fine, parts, step.expand(part));
            refine(partition);
            part = partition.part;
            if (level == 0) {
                return partition;
            }
        }
        return new Partition(graph, parts, part);
    }

    /** The coarsening steps from the graph to the coarsest one; none if the graph is small already. */
    private List<Coarsening> coarsen(int[] within, int size) {
        long heaviest = Math.max(1, graph.totalLoad() * 3 / (2L * size));
        List<Coarsening> levels = new ArrayList<>();
        Graph current = graph;
        int[] part = within;
        while (current.size > size) {
            Coarsening step = Coarsening.step(current, parts, heaviest, part, random);
            if (step.coarse.size > 0.95 * current.size) {
                break;
            }
            levels.add(step);
            part = part == null ? null : step.restrict(part);
            current = step.coarse;
        }
        return levels;
    }

    private Result finish() {
        if (best == null) {
            return null;
        }
        cycle();
        if (budget.fineRuns() > 0 && graph.size > 1) {
            Partition start = best;
            for (int run = 0; run < budget.fineRuns(); run++) {
                Partition partition = new Partition(graph, parts, start.part);
                boolean cooler = run % 2 == 1 || budget.fineRuns() == 1;
                double hot = budget.hot() * (cooler ? COOLER : 1);
                Annealing.run(partition, budget.fineSteps(), hot, COLD, random);
                refine(partition);
                keep(partition);
            }
            cycle();
        }
        if (graph.size <= SearchBudget.MOST_EXACT_VERTICES && budget.exactSteps() > 0) {
            int[] optimal = new ExactSearch(graph, parts, best, budget.exactSteps()).run();
            keep(new Partition(graph, parts, optimal));
        }
        return new Result(best.toArray(), best.score());
    }

    private void cycle() {
        for (int i = 0; i < budget.cycles(); i++) {
            if (!cycle(SearchBudget.coarseSize(parts.count) >> (i % 3))) {
                return;
            }
        }
    }

    /**
     * Coarsens the best partition, refines it there, and on the way back again.
     *
     * @return false if there was nothing to coarsen
     */
    private boolean cycle(int coarseSize) {
        int size = Math.max(2 * parts.count, coarseSize);
        List<Coarsening> levels = coarsen(best.part, Math.min(size, Math.max(2, graph.size / 2)));
        if (levels.isEmpty()) {
            return false;
        }
        int[] coarse = best.part;
        for (Coarsening step : levels) {
            coarse = step.restrict(coarse);
        }
        Partition partition = new Partition(levels.get(levels.size() - 1).coarse, parts, coarse);
        refine(partition);
        // A coarse graph has little traffic between vertices, so the same share of it is a lower temperature.
        if (budget.coarseSteps() > 0) {
            Partition annealed = new Partition(partition.graph, parts, partition.part);
            Annealing.run(annealed, budget.coarseSteps(), budget.hot() * COOLER, COLD, random);
            refine(annealed);
            partition = annealed.score().isBetterThan(partition.score()) ? annealed : partition;
        }
        keep(uncoarsen(levels, partition.part));
        return true;
    }
}
