// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.error.TopologyException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Servers with transactions: an epoch for each transactional id, and one commit that makes records and marker visible.
 * A call may be the last one.
 */
final class FakeWriters implements Writers {

    /** The process dies. */
    static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    final List<String> visible = new ArrayList<>();
    private final Map<String, Integer> epochs = new HashMap<>();
    private final Map<String, String> markers = new HashMap<>();
    private int stepsToDeath;

    FakeWriters(int stepsToDeath) {
        this.stepsToDeath = stepsToDeath;
    }

    boolean hasDied() {
        return stepsToDeath < 0;
    }

    private void step() {
        if (stepsToDeath-- == 0) {
            throw new Death();
        }
    }

    @Override
    public Writer open(String id) {
        step();
        int epoch = epochs.merge(id, 1, Integer::sum);
        return new Writer() {
            @Override
            public Marker marker() {
                step();
                return markers.containsKey(id) ? Marker.decode(markers.get(id)) : null;
            }

            @Override
            public void write(List<Interval> intervals, Marker marker) {
                step();
                if (epochs.get(id) != epoch) {
                    throw new TopologyException(id + " was taken over");
                }
                intervals.forEach(each -> RecordBuffer.forEach(
                        each.blocks(), record -> visible.add(new String(record.value(), StandardCharsets.UTF_8))));
                markers.put(id, marker.encode());
                step();
            }

            @Override
            public void close() {}
        };
    }
}
