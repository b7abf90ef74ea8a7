// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import java.util.Arrays;
import java.util.List;

/**
 * A ring, and what is sent through it.
 *
 * @param slots if fewer than producers, the others wait until one is FREE
 * @param processes of each producer: producers of one process share its lock and its death
 * @param windowCells how far the consumer reads on behind the oldest unfinished record
 * @param laps after so many laps the lap numbers of descriptors repeat
 * @param lapsBetweenClearing laps from one clearing of leftovers to the next
 * @param holds whether the handler may hold a record, one at a time
 * @param plans what each producer sends, see {@link PlannedRecord#parse}
 */
record Scenario(
        String name,
        int cells,
        int slots,
        List<Integer> processes,
        int windowCells,
        int laps,
        int lapsBetweenClearing,
        boolean holds,
        List<String> plans) {
    private static final int NEVER = 1 << 20;

    /** Each producer has a slot and a process of its own; the window is the ring; lap numbers do not repeat. */
    static Scenario of(String name, int cells, String... plans) {
        Integer[] processes = new Integer[plans.length];
        Arrays.setAll(processes, producer -> producer);
        return new Scenario(name, cells, plans.length, List.of(processes), cells, NEVER, NEVER, false, List.of(plans));
    }

    Scenario slots(int count) {
        return new Scenario(name, cells, count, processes, windowCells, laps, lapsBetweenClearing, holds, plans);
    }

    Scenario processes(Integer... ofProducers) {
        return new Scenario(
                name, cells, slots, List.of(ofProducers), windowCells, laps, lapsBetweenClearing, holds, plans);
    }

    Scenario windowCells(int count) {
        return new Scenario(name, cells, slots, processes, count, laps, lapsBetweenClearing, holds, plans);
    }

    Scenario laps(int count, int clearedEvery) {
        return new Scenario(name, cells, slots, processes, windowCells, count, clearedEvery, holds, plans);
    }

    Scenario holding() {
        return new Scenario(name, cells, slots, processes, windowCells, laps, lapsBetweenClearing, true, plans);
    }

    boolean clears() {
        return laps != NEVER;
    }

    @Override
    public String toString() {
        return name;
    }
}
