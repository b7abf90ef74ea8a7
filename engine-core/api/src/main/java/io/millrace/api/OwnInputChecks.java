// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.error.Problems;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Lets bolts check their own inputs, see {@link ChecksInputs}. */
final class OwnInputChecks {

    private final Map<String, ComponentDraft> drafts;
    private final Map<String, ComponentSpec> components;
    private final Set<String> incomplete;
    private final Problems problems;

    /** @param incomplete the components whose {@code declareOutputs} failed; their inputs are not checked */
    OwnInputChecks(
            List<ComponentDraft> drafts, List<ComponentSpec> components, Set<String> incomplete, Problems problems) {
        this.drafts = drafts.stream().collect(Collectors.toMap(each -> each.id, each -> each, (first, next) -> first));
        this.components = components.stream()
                .collect(Collectors.toMap(ComponentSpec::id, Function.identity(), (first, next) -> first));
        this.incomplete = incomplete;
        this.problems = problems;
    }

    void check() {
        for (ComponentDraft draft : drafts.values()) {
            if (draft.instance instanceof ChecksInputs bolt && !incomplete.contains(draft.id)) {
                bolt.checkInputs(inputs(draft), problem -> problems.add(draft.where() + ": " + problem));
                if (bolt.needsEventTime() && !mayHaveEventTime(draft)) {
                    problems.add(draft.where() + ": it goes by event time, and no spout before it has one, so that it"
                            + " would never emit anything: call eventTime where the spout is set");
                }
            }
        }
    }

    /** Returns the inputs whose fields are known. Another check reports unknown components and streams. */
    private List<ChecksInputs.Input> inputs(ComponentDraft draft) {
        List<ChecksInputs.Input> known = new ArrayList<>();
        for (Subscription input : draft.inputs) {
            ComponentSpec source = components.get(input.source());
            if (source != null) {
                source.outputs().stream()
                        .filter(stream -> stream.name().equals(input.stream()))
                        .forEach(stream -> known.add(new ChecksInputs.Input(input, stream.fields())));
            }
        }
        return known;
    }

    private boolean mayHaveEventTime(ComponentDraft bolt) {
        Set<String> seen = new HashSet<>();
        Deque<ComponentDraft> todo = new ArrayDeque<>(List.of(bolt));
        while (!todo.isEmpty()) {
            ComponentDraft next = todo.remove();
            // In a test of one bolt event time passes by itself
            if (next.eventTime.isKnown() || next.instance.getClass().getName().startsWith("io.millrace.testing.")) {
                return true;
            }
            for (Subscription input : next.inputs) {
                if (!drafts.containsKey(input.source())) {
                    return true;
                }
                if (seen.add(input.source())) {
                    todo.add(drafts.get(input.source()));
                }
            }
        }
        return false;
    }
}
