// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Bounds on figures, in the order in which they are added. What has no finite value, or no finite bound, was not
 * measured and has no bar.
 */
public final class Bars {

    private final List<Bar> all = new ArrayList<>();

    public void atMost(String what, double value, double bound, String unit) {
        addMeasured(new Bar(what, value, bound, unit, true));
    }

    public void atLeast(String what, double value, double bound, String unit) {
        addMeasured(new Bar(what, value, bound, unit, false));
    }

    /** Adds one in any case. */
    public void add(Bar bar) {
        all.add(bar);
    }

    private void addMeasured(Bar bar) {
        if (Double.isFinite(bar.value()) && Double.isFinite(bar.bound())) {
            all.add(bar);
        }
    }

    public List<Bar> all() {
        return List.copyOf(all);
    }
}
