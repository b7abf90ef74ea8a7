// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.error.Problems;
import io.millrace.api.error.TopologyException;
import io.millrace.api.template.Templates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds a topology from drafts, or reports all mistakes in them. */
final class TopologyChecks {

    private TopologyChecks() {}

    static List<ComponentSpec> build(List<ComponentDraft> drafts) {
        Problems problems = new Problems();
        List<ComponentSpec> components = new ArrayList<>();
        Set<String> unknownOutputs = new HashSet<>();
        Map<ComponentDraft, List<StreamSpec>> outputs = outputs(drafts, unknownOutputs, problems);
        for (ComponentDraft draft : drafts) {
            byte[] template = {};
            try {
                template = Templates.write(draft.where(), draft.preparation(), draft.instance);
            } catch (TopologyException e) {
                problems.add(e.getMessage());
            }
            if (!unknownOutputs.contains(draft.id)) {
                checkHints(draft, outputs.get(draft), problems);
            }
            components.add(draft.toSpec(outputs.get(draft), template));
        }
        new OwnInputChecks(drafts, components, unknownOutputs, problems).check();
        check(components, unknownOutputs, problems);
        return components;
    }

    /**
     * Finds the outputs of all components.
     *
     * @param unknown takes the components whose outputs have mistakes, and are therefore empty
     */
    private static Map<ComponentDraft, List<StreamSpec>> outputs(
            List<ComponentDraft> drafts, Set<String> unknown, Problems problems) {
        Map<ComponentDraft, List<StreamSpec>> outputs = new LinkedHashMap<>();
        for (ComponentDraft draft : drafts) {
            outputs.put(draft, List.of());
            try {
                outputs.put(draft, DeclaredOutputs.of(draft));
            } catch (TopologyException e) {
                unknown.add(draft.id);
                problems.add(e.getMessage());
            }
        }
        new ForwardedFields(outputs, unknown).find(problems::add);
        return outputs;
    }

    private static void checkHints(ComponentDraft draft, List<StreamSpec> outputs, Problems problems) {
        List<String> streams = outputs.stream().map(StreamSpec::name).toList();
        for (String stream : draft.selectivities.keySet()) {
            if (!streams.contains(stream)) {
                problems.add(draft.where() + ": has a "
                        + (draft.kind == ComponentSpec.Kind.SPOUT ? "rate" : "selectivity") + " for stream "
                        + Names.quoted(stream) + ", which it does not declare: "
                        + (streams.isEmpty() ? "drop it" : "it declares " + String.join(", ", streams)));
            }
        }
    }

    static void check(List<ComponentSpec> components) {
        check(components, Set.of(), new Problems());
    }

    private static void check(List<ComponentSpec> components, Set<String> unknownOutputs, Problems problems) {
        if (components.stream().noneMatch(component -> component.kind() == ComponentSpec.Kind.SPOUT)) {
            problems.add("the topology has no spout, so that nothing would happen: add one with setSpout");
        }
        ComponentChecks each = new ComponentChecks(problems);
        Set<String> seen = new HashSet<>();
        for (ComponentSpec component : components) {
            each.check(component);
            if (!seen.add(component.id())) {
                problems.add(
                        Names.component(component.id()) + ": the id is given twice: name each component differently");
            }
        }
        new InputChecks(components, unknownOutputs, problems).check();
        DormantTaskChecks.check(components, problems);
        problems.throwIfAny();
    }
}
