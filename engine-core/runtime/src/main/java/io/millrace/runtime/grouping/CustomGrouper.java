// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

import io.millrace.api.CustomGrouping;
import io.millrace.api.error.Foreign;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Applies the author's grouping and checks what it chose. */
final class CustomGrouper implements Grouper {

    private final CustomGrouping rule;
    private final String component;
    private final Set<Integer> allowed;

    CustomGrouper(CustomGrouping rule, String component, List<Integer> tasks) {
        this.rule = rule;
        this.component = component;
        this.allowed = Set.copyOf(tasks);
    }

    @Override
    public void choose(Object[] values, TargetList targets) {
        List<Integer> chosen = rule.chooseTasks(Collections.unmodifiableList(Arrays.asList(values)));
        if (chosen == null || !isAllowed(chosen)) {
            throw new IllegalArgumentException(
                    "the custom grouping " + rule.getClass().getName() + " chose "
                            + Foreign.line(chosen)
                            + " for component '" + component + "': choose among "
                            + allowed.stream().sorted().toList()
                            + ", each at most once");
        }
        for (int task : chosen) {
            targets.add(task);
        }
    }

    private boolean isAllowed(List<Integer> chosen) {
        for (int i = 0; i < chosen.size(); i++) {
            // The list is not asked whether it contains null, as an immutable one throws
            Integer task = chosen.get(i);
            if (task == null || !allowed.contains(task) || chosen.indexOf(task) < i) {
                return false;
            }
        }
        return true;
    }
}
