// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.util.ArrayList;
import java.util.List;

/** Collects the streams that a component declares. Used once per component, while a topology is built. */
final class DeclaredOutputs implements OutputDeclarer {

    private final List<StreamSpec> streams = new ArrayList<>();

    private DeclaredOutputs() {}

    /** Returns the streams in the order of their declaration. An exception of the author's code names the component. */
    static List<StreamSpec> of(ComponentDraft draft) {
        DeclaredOutputs outputs = new DeclaredOutputs();
        draft.call("declareOutputs", () -> {
            draft.instance.declareOutputs(outputs);
            return outputs;
        });
        return outputs.streams;
    }

    @Override
    public void declare(String... fields) {
        declareStream(Streams.DEFAULT, fields);
    }

    @Override
    public void declareStream(String stream, String... fields) {
        add(stream, false, fields);
    }

    @Override
    public void declareDirect(String stream, String... fields) {
        add(stream, true, fields);
    }

    private void add(String stream, boolean direct, String... fields) {
        if (stream == null) {
            throw new IllegalArgumentException("a stream's name is null: name it");
        }
        streams.add(new StreamSpec(stream, Fields.of(fields), direct));
    }
}
