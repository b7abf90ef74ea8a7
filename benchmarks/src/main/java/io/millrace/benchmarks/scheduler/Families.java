// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.scheduler.model.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * The placement problems by family. The same seed makes the same problems; another one makes others of the same shapes,
 * so that what was tuned on one seed can be judged on another.
 */
public final class Families {
    /** What the figures in the documentation were measured with. */
    public static final long DEFAULT_SEED = 1;

    private static final Map<String, LongFunction<List<Problem>>> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put(PaperTopologies.FAMILY, PaperTopologies::problems);
        BY_NAME.put(Shapes.DIAMONDS, Shapes::diamonds);
        BY_NAME.put(Shapes.ZIPF, Shapes::zipf);
        BY_NAME.put(Shapes.CHAINS, Shapes::chains);
        BY_NAME.put(LayeredGraphs.FAMILY, LayeredGraphs::problems);
        BY_NAME.put(SharedNodes.SEVERAL, SharedNodes::several);
        BY_NAME.put(SharedNodes.HETEROGENOUS, SharedNodes::heterogenous);
        BY_NAME.put(GeoClusters.FAMILY, GeoClusters::problems);
        BY_NAME.put(Constrained.PINNED, Constrained::pinned);
        BY_NAME.put(Constrained.TIGHT, Constrained::tight);
        BY_NAME.put(EdgeCases.FAMILY, EdgeCases::problems);
    }

    private Families() {}

    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    public static List<Problem> all(long seed) {
        return of(names(), seed);
    }

    /** @throws IllegalArgumentException if there is no family of that name */
    public static List<Problem> of(List<String> names, long seed) {
        List<Problem> problems = new ArrayList<>();
        for (String name : names) {
            LongFunction<List<Problem>> family = BY_NAME.get(name);
            if (family == null) {
                throw new IllegalArgumentException(
                        "unknown family \"" + name + "\": known are " + String.join(", ", names()));
            }
            problems.addAll(family.apply(seed));
        }
        return problems;
    }
}
