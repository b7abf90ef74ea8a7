// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds the outputs of bolts that keep the fields of their inputs, see {@link ForwardsFields}. Used once, while a
 * topology is built.
 */
final class ForwardedFields {

    private final Map<ComponentDraft, List<StreamSpec>> outputs;
    private final Map<String, ComponentDraft> drafts = new LinkedHashMap<>();
    private final Set<String> unknown;

    /**
     * @param outputs the outputs of all components, to which those of the bolts that keep fields are added
     * @param unknown the components whose outputs are not known, to which the bolts that keep fields and have a mistake
     *     are added
     */
    ForwardedFields(Map<ComponentDraft, List<StreamSpec>> outputs, Set<String> unknown) {
        this.outputs = outputs;
        this.unknown = unknown;
        // The drafts are in the order in which they were added, so that the mistakes are too
        outputs.keySet().forEach(draft -> drafts.putIfAbsent(draft.id, draft));
    }

    /** @param problems takes one line for each mistake */
    void find(Consumer<String> problems) {
        Map<String, ComponentDraft> left = new LinkedHashMap<>();
        drafts.forEach((id, draft) -> {
            if (draft.instance instanceof ForwardsFields) {
                left.put(id, draft);
            }
        });
        boolean found = true;
        while (found) {
            found = false;
            for (ComponentDraft draft : List.copyOf(left.values())) {
                if (draft.inputs.stream().noneMatch(input -> left.containsKey(input.source()))) {
                    one(draft, problems);
                    left.remove(draft.id);
                    found = true;
                }
            }
        }
        left.values().forEach(draft -> {
            unknown.add(draft.id);
            problems.accept(draft.where()
                    + ": it emits the fields of its inputs, which come from itself by a cycle: name the" + " fields");
        });
    }

    private void one(ComponentDraft draft, Consumer<String> problems) {
        List<ChecksInputs.Input> inputs = new ArrayList<>();
        for (Subscription input : draft.inputs) {
            Optional<StreamSpec> stream = outputs.getOrDefault(drafts.get(input.source()), List.of()).stream()
                    .filter(each -> each.name().equals(input.stream()))
                    .findFirst();
            if (stream.isEmpty()) {
                // Another check reports the mistake of this component
                unknown.add(draft.id);
                return;
            }
            inputs.add(new ChecksInputs.Input(input, stream.get().fields()));
        }
        if (inputs.isEmpty()) {
            unknown.add(draft.id);
            return;
        }
        ChecksInputs.Input first = inputs.get(0);
        for (ChecksInputs.Input input : inputs) {
            if (!input.fields().equals(first.fields())) {
                unknown.add(draft.id);
                problems.accept(draft.where() + ": it emits the fields of its inputs, and " + first.name() + " has "
                        + first.fields() + ", but " + input.name() + " has " + input.fields() + ": name the fields");
                return;
            }
        }
        outputs.put(draft, List.of(new StreamSpec(Streams.DEFAULT, first.fields(), false)));
    }
}
