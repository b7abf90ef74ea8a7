// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What followed the faults, for a report. */
final class Recoveries {

    private static final class OfRole {
        private final List<Long> nanos = new ArrayList<>();
        private int started;
    }

    private final Map<Role, OfRole> roles = new EnumMap<>(Role.class);
    private final Set<Long> known = new HashSet<>();

    /** @param workers the process ids of the workers before the first fault */
    Recoveries(List<Long> workers) {
        known.addAll(workers);
    }

    /**
     * One fault.
     *
     * @param nanos from the fault until something was visible that was written after it
     * @param workers the process ids of all workers then
     */
    void add(Role role, long nanos, List<Long> workers) {
        OfRole all = roles.computeIfAbsent(role, none -> new OfRole());
        all.nanos.add(nanos);
        all.started += (int) workers.stream().filter(known::add).count();
    }

    int faults() {
        return roles.values().stream().mapToInt(role -> role.nanos.size()).sum();
    }

    int started() {
        return roles.values().stream().mapToInt(role -> role.started).sum();
    }

    /** A line for each role. */
    List<String> report() {
        List<String> lines = new ArrayList<>();
        roles.forEach((role, all) -> {
            List<Long> sorted = all.nanos.stream().sorted().toList();
            lines.add(String.format(
                    Locale.ROOT,
                    "%-11s %4d faults, %4d workers started, recovered after %.1f s (median), %.1f s (maximum)",
                    role.name().toLowerCase(Locale.ROOT),
                    sorted.size(),
                    all.started,
                    sorted.get(sorted.size() / 2) / 1e9,
                    Collections.max(sorted) / 1e9));
        });
        return lines;
    }
}
