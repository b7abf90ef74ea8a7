// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Exchanges the labels of equivalent parts, so that a partition resembles another one. */
public final class Relabelling {
    private record Overlap(int part, int name, long vertices) {}

    private Relabelling() {}

    /**
     * Gives the parts the labels for which few vertices differ from {@code reference}.
     *
     * @param reference by vertex: its part in the other partition, or -1
     */
    public static int[] match(Graph graph, Parts parts, int[] partOf, int[] reference) {
        long[][] common = new long[parts.count][parts.count];
        for (int v = 0; v < graph.size; v++) {
            if (reference[v] >= 0) {
                common[partOf[v]][reference[v]]++;
            }
        }
        int[] nameOf = new int[parts.count];
        Arrays.fill(nameOf, -1);
        boolean[] taken = new boolean[parts.count];
        boolean[] matched = new boolean[parts.count];
        int[] family = families(parts);
        List<Overlap> overlaps = new ArrayList<>();
        for (int part = 0; part < parts.count; part++) {
            for (int name = 0; name < parts.count; name++) {
                if (family[part] == family[name]) {
                    overlaps.add(new Overlap(part, name, common[part][name]));
                }
            }
        }
        overlaps.sort((a, b) -> Long.compare(b.vertices(), a.vertices()));
        for (Overlap overlap : overlaps) {
            if (!matched[overlap.part()] && !taken[overlap.name()]) {
                matched[overlap.part()] = true;
                taken[overlap.name()] = true;
                nameOf[overlap.part()] = overlap.name();
            }
        }
        return Arrays.stream(partOf).map(part -> nameOf[part]).toArray();
    }

    /** By part: the first part that is equivalent to it. */
    private static int[] families(Parts parts) {
        int[] family = new int[parts.count];
        for (int part = 0; part < parts.count; part++) {
            family[part] = part;
            for (int other = 0; other < part; other++) {
                if (family[other] == other && parts.areAlike(part, other)) {
                    family[part] = other;
                    break;
                }
            }
        }
        return family;
    }
}
