// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.api.config.TopologyKeys;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One source and one sink in two workers of a node: payloads are encoded, cross by a ring or by a connection, and are
 * decoded.
 */
final class NodeLinks {

    static final String LINK = "link";
    static final String SIZE = "size in KB";
    static final String RATE = "rate";
    static final String RING = "ring";
    static final String TCP = "tcp";

    static final int KIB = 1_024;

    private NodeLinks() {}

    /** The cells of both links, which take turns. */
    static List<Run.Cell> both(Scale scale, int kib, long rate) {
        List<Run.Cell> cells = new ArrayList<>();
        for (String link : List.of(TCP, RING)) {
            Map<String, String> labels = labels(link, kib, rate);
            cells.add(cell(labels, scale, kib * KIB, rate, TopologyKeys.NODE_LINK.name() + "=" + link));
        }
        return cells;
    }

    static Map<String, String> labels(String link, int kib, long rate) {
        Map<String, String> labels = new LinkedHashMap<>(ofSize(link, kib));
        labels.put(RATE, Long.toString(rate));
        return labels;
    }

    static Map<String, String> ofSize(String link, int kib) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(LINK, link);
        labels.put(SIZE, Integer.toString(kib));
        return labels;
    }

    /** @param settings of the topology: key=value, separated by semicolons */
    static Run.Cell cell(Map<String, String> labels, Scale scale, int bytes, long rate, String settings) {
        Workload workload = new Workload(
                        Shape.HOP, rate, 2, Promise.atMostOnce(), scale.warmUpSeconds(), scale.seconds())
                .withPayload(bytes);
        return new Run.Cell(labels, () -> Result.local(engine(settings), workload));
    }

    static EngineCommand engine(String settings) throws IOException {
        return EngineCommand.of(EngineCommand.MILLRACE, settings);
    }
}
