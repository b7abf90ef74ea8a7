// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.cluster.model.ClusterException.Reason;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The positions of a client in the logs of workers, in the form of {@link RestPaths#AFTER}. */
public final class LogPositions {

    private LogPositions() {}

    /** @param positions the positions by worker */
    public static String write(Map<String, String> positions) {
        return positions.entrySet().stream()
                .map(position -> position.getKey() + "@" + position.getValue())
                .collect(Collectors.joining(","));
    }

    /** Returns positions by worker; empty for null. */
    public static Map<String, String> read(String text) {
        Map<String, String> positions = new TreeMap<>();
        if (text == null || text.isEmpty()) {
            return positions;
        }
        for (String each : text.split(",")) {
            if (!each.matches("[A-Za-z0-9_-]+@[0-9]{1,18}\\.[0-9]{1,18}")) {
                throw new ClusterException(
                        Reason.REFUSED,
                        RestPaths.AFTER + " has '" + each
                                + "': it takes WORKER@POSITION, with the position of an answer");
            }
            positions.put(each.substring(0, each.indexOf('@')), each.substring(each.indexOf('@') + 1));
        }
        return positions;
    }
}
