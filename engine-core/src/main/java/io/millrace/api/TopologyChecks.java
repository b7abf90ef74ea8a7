package io.millrace.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
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
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(draft.instance);
            } catch (IOException e) {
                throw new TopologyException("component '" + draft.id + "' cannot be serialized: " + e.getMessage(), e);
            }
            components.add(new ComponentSpec(
                    draft.id,
                    draft.kind,
                    draft.parallelism,
                    draft.tasks,
                    draft.blocking,
                    draft.tickNanos,
                    java.util.Map.copyOf(draft.settings),
                    List.copyOf(outputs),
                    List.copyOf(draft.inputs),
                    bytes.toByteArray()));
        }
        return new Topology(components);
    }
}
