// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKeys;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.config.Units;
import io.millrace.api.error.Problems;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Finds the mistakes within one component. */
final class ComponentChecks {

    static final int MAX_TASKS = 65_536;

    /** The highest selectivity of a stream. A greater value is taken as a mistake. */
    static final double MAX_SELECTIVITY = 1e9;

    private static final Duration MIN_TICK = Duration.ofMillis(1);
    private static final Duration MAX_TICK = Duration.ofHours(24);

    private final Problems problems;

    ComponentChecks(Problems problems) {
        this.problems = problems;
    }

    void check(ComponentSpec component) {
        String where = Names.component(component.id());
        Names.idMistake(component.id()).ifPresent(mistake -> problems.add(where + ": its id " + mistake));
        if (!component.displayName().isEmpty()) {
            displayNameMistake(where, component.displayName()).ifPresent(problems::add);
        }
        checkCounts(where, component.parallelism(), component.tasks());
        if (component.tickNanos() != 0) {
            tickMistake(where, Duration.ofNanos(component.tickNanos())).ifPresent(problems::add);
        }
        if (component.virtual() && !component.blocking()) {
            problems.add(
                    where + ": it is virtual but not blocking: only blocking components have threads of their own");
        }
        new TreeMap<>(component.settings()).forEach((key, value) -> checkSetting(where, key, value));
        checkOutputs(where, component);
        if (component.eventTime().isKnown()) {
            checkEventTime(where, component);
        }
    }

    private void checkEventTime(String where, ComponentSpec component) {
        EventTime eventTime = component.eventTime();
        if (!isBounded(eventTime.latenessMillis()) || !isBounded(eventTime.idleMillis())) {
            problems.add(where + ": its event time has a lateness of " + eventTime.latenessMillis()
                    + " ms, and is idle after " + eventTime.idleMillis() + " ms: give 0 s to 3,650 d");
        }
        List<String> fields = component.outputs().stream()
                .flatMap(stream -> stream.fields().names().stream())
                .distinct()
                .toList();
        if (component.kind() != ComponentSpec.Kind.SPOUT) {
            problems.add(where + ": only spouts say what the event time of their tuples is");
        } else if (!fields.contains(eventTime.field())) {
            problems.add(where + ": its event time is the field " + Names.quoted(eventTime.field())
                    + ", which it does not declare: "
                    + (fields.isEmpty() ? "it declares none" : "it declares " + String.join(", ", fields)));
        }
    }

    private static boolean isBounded(long millis) {
        return millis >= 0 && millis <= EventTime.MOST_MILLIS;
    }

    static Optional<String> displayNameMistake(String where, String name) {
        return Names.displayNameMistake(name).map(mistake -> where + ": its display name " + mistake);
    }

    static Optional<String> tickMistake(String where, Duration interval) {
        if (interval.compareTo(MIN_TICK) >= 0 && interval.compareTo(MAX_TICK) <= 0) {
            return Optional.empty();
        }
        return Optional.of(where + ": ticks every " + Units.duration(interval) + ": take " + Units.duration(MIN_TICK)
                + " to " + Units.duration(MAX_TICK));
    }

    static Optional<String> selectivityMistake(String where, double value) {
        return value >= 0 && value <= MAX_SELECTIVITY
                ? Optional.empty()
                : Optional.of(where + " is " + value + ": take 0 to " + (long) MAX_SELECTIVITY);
    }

    private void checkSetting(String where, String key, String value) {
        if (isOfTopology(key)) {
            problems.add(where + ": " + key + " holds for the whole topology: set it in the topology's configuration");
        } else {
            ConfigKeys.mistakes(Config.empty().with(key, value), TopologyKeys.all())
                    .forEach(mistake -> problems.add(where + ": " + mistake));
        }
    }

    private static boolean isOfTopology(String name) {
        return TopologyKeys.all().stream()
                .anyMatch(key ->
                        key.name().equals(name) && !TopologyKeys.ofComponents().contains(key));
    }

    private void checkCounts(String where, int parallelism, int tasks) {
        if (parallelism < 1) {
            problems.add(where + ": parallelism is " + parallelism + ": it is the number of threads, at least 1");
        } else if (tasks < 1) {
            problems.add(where + ": tasks is " + tasks + ": it is the number of instances, at least 1");
        } else if (tasks < parallelism) {
            problems.add(where + ": tasks is " + tasks + " with parallelism " + parallelism
                    + ", so that threads would have nothing to run: give at least as many tasks, or lower the"
                    + " parallelism");
        }
        if (tasks > MAX_TASKS) {
            problems.add(where + ": tasks is " + tasks + ": it is at most " + MAX_TASKS);
        }
    }

    private void checkOutputs(String where, ComponentSpec component) {
        Set<String> seen = new HashSet<>();
        for (StreamSpec stream : component.outputs()) {
            String name = Names.quoted(stream.name());
            Names.mistake(stream.name()).ifPresent(mistake -> problems.add(where + ": stream " + name + " " + mistake));
            if (!seen.add(stream.name())) {
                problems.add(where + ": stream " + name + " is declared twice: declare each stream once");
            }
            selectivityMistake(where + ": selectivity of stream " + name, stream.selectivity())
                    .ifPresent(problems::add);
        }
    }
}
