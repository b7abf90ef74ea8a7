// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.api.Fields;
import io.millrace.operators.format.ReadFormat;
import java.nio.charset.StandardCharsets;

/** Makes what a source of {@link AdTopology} emits of an event of {@link AdEvents#jsonDue}, which is not followed. */
final class AdFormat implements ReadFormat {

    private static final long serialVersionUID = 1L;

    @Override
    public Fields fields() {
        return AdTopology.SOURCE;
    }

    @Override
    public Object[] read(byte[] bytes, int offset, int length) {
        String json = new String(bytes, offset, length, StandardCharsets.UTF_8);
        long due = AdEvents.dueNanos(json);
        return new Object[] {json, due, null, AdEvents.millis(due)};
    }
}
