// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

import java.util.List;

/**
 * Where every task of a problem runs: a scheduler's answer.
 *
 * @param instance the problem's name
 * @param placements one per task, by task id
 */
public record Assignment(String instance, List<Placement> placements) {
    public Assignment {
        placements = List.copyOf(placements);
    }

    public Placement of(int task) {
        return placements.get(task);
    }

    public int workers() {
        return (int) placements.stream().distinct().count();
    }
}
