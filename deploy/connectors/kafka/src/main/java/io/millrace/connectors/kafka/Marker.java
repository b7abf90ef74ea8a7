// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.error.TopologyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a task of a sink has written last, in the same transaction as the records. As text:
 * {@code submission generation id,id,id}, the ids in hexadecimal.
 *
 * @param submission the id of the topology that has written it, as another one of the same name counts generations anew
 * @param generation in which it was written
 * @param ids of the intervals that were written last, the newest one at the end
 */
record Marker(String submission, long generation, List<Long> ids) {

    /** More than there can be in one snapshot, as their bytes are bounded and snapshots that fail are few. */
    private static final int MOST_IDS = 64;

    Marker {
        ids = List.copyOf(ids.subList(Math.max(0, ids.size() - MOST_IDS), ids.size()));
    }

    /** Returns what follows this one. */
    Marker then(String newSubmission, long newGeneration, List<Interval> written) {
        List<Long> all = new ArrayList<>(ids);
        written.forEach(each -> all.add(each.id()));
        return new Marker(newSubmission, newGeneration, all);
    }

    boolean contains(Interval interval) {
        return ids.contains(interval.id());
    }

    /** Returns whether a later generation of this submission has written. */
    boolean isAfter(String ofSubmission, long ofGeneration) {
        return submission.equals(ofSubmission) && generation > ofGeneration;
    }

    String encode() {
        return submission + " " + generation + " "
                + ids.stream().map(Long::toHexString).collect(Collectors.joining(","));
    }

    static Marker decode(String text) {
        try {
            String[] parts = text.split(" ");
            return new Marker(
                    parts[0],
                    Long.parseLong(parts[1]),
                    Arrays.stream(parts[2].split(","))
                            .map(id -> Long.parseUnsignedLong(id, 16))
                            .toList());
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new TopologyException(
                    "the record '" + text + "' is no marker of a sink: let nothing else write to the topic of markers",
                    e);
        }
    }
}
