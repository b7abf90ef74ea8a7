package io.millrace.api;

import java.util.ArrayList;
import java.util.List;

/** Turns what the builder collected into a topology. */
final class TopologyChecks {

    private TopologyChecks() {}

    static Topology check(List<ComponentDraft> drafts) {
        List<ComponentSpec> components = new ArrayList<>();
        for (ComponentDraft draft : drafts) {
            List<StreamSpec> outputs = new ArrayList<>();
            draft.instance.declareOutputs(new OutputDeclarer() {
                @Override
                public void declare(String... fields) {
                    declareStream(Streams.DEFAULT, fields);
                }

                @Override
                public void declareStream(String stream, String... fields) {
                    outputs.add(new StreamSpec(stream, Fields.of(fields), false));
                }

                @Override
                public void declareDirect(String stream, String... fields) {
                    outputs.add(new StreamSpec(stream, Fields.of(fields), true));
                }
            });
            byte[] template = Templates.write("component '" + draft.id + "'", draft.instance);
            components.add(new ComponentSpec(
                    draft.id,
                    draft.kind,
                    draft.parallelism,
                    draft.tasks,
                    draft.blocking,
                    draft.tickNanos,
                    draft.settings,
                    outputs,
                    draft.inputs,
                    template));
        }
        return new Topology(components);
    }
}
