// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.TaskContext;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows the subscriptions of one task in its metrics, by their names. Confined to the task's thread. */
final class SubscriberGauges {

    private static final Logger LOG = LoggerFactory.getLogger(SubscriberGauges.class);

    /** The most names: gauges cannot be removed, and names may be many, such as those of threads. */
    private static final int MOST_NAMES = 16;

    private static final int MOST_CHARACTERS = 50;

    /** The name that stands for all subscriptions above the bound. */
    private static final String OTHERS = "others";

    private final TaskContext context;
    private final ResultsPort port;
    private final Set<String> names = new HashSet<>();
    private int seen;
    private boolean full;

    SubscriberGauges(TaskContext context, ResultsPort port) {
        this.context = context;
        this.port = port;
    }

    /** Adds the gauges of subscriptions that have come. */
    void update() {
        int begun = port.begun();
        if (begun == seen || full) {
            return;
        }
        seen = begun;
        try {
            port.targets().forEach(target -> add(shown(target)));
        } catch (IllegalArgumentException e) {
            full = true;
            LOG.warn("subscriptions to '{}' are not in the metrics: {}", context.componentId(), e.getMessage());
        }
    }

    private void add(String name) {
        if (names.contains(name)) {
            return;
        }
        String prefix = "subscriber." + name;
        context.gauge(prefix + ".waiting", () -> sum(name, ResultTarget::waiting));
        context.gauge(prefix + ".holding", () -> sum(name, target -> target.holdsBack() ? 1 : 0));
        context.gauge(prefix + ".dropped", () -> sum(name, target -> known(target.droppedOldest())));
        context.gauge(prefix + ".lost", () -> sum(name, target -> known(target.lostOnTheirWay())));
        names.add(name);
    }

    private static double known(long count) {
        return count < 0 ? Double.NaN : count;
    }

    private String shown(ResultTarget target) {
        String name = target.name();
        String shortened = name.length() > MOST_CHARACTERS ? name.substring(0, MOST_CHARACTERS) : name;
        return names.contains(shortened) || names.size() < MOST_NAMES ? shortened : OTHERS;
    }

    /**
     * Returns the sum of a known value over the subscriptions of this name; NaN, which is not shown, if there is none.
     */
    private double sum(String name, ToDoubleFunction<ResultTarget> of) {
        List<Double> known = port.targets().stream()
                .filter(target -> shown(target).equals(name))
                .map(of::applyAsDouble)
                .filter(value -> !value.isNaN())
                .toList();
        return known.isEmpty()
                ? Double.NaN
                : known.stream().mapToDouble(Double::doubleValue).sum();
    }
}
