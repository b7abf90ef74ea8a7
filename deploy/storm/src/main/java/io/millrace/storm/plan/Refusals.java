package io.millrace.storm.plan;

import io.millrace.api.error.TopologyException;
import java.util.Map;

/** Refuses components that need a daemon of Storm. Stateless. */
final class Refusals {

    private static final Map<String, String> REASONS = Map.of(
            "org.apache.storm.drpc.DRPCSpout",
            "asks Storm's DRPC servers for requests, which are not there: feed it by Spouts.fed(...).answers(...) and"
                    + " 'millrace ask'",
            "org.apache.storm.drpc.ReturnResults",
            "answers to Storm's DRPC servers, which are not there: answer by Bolts.answer");

    private Refusals() {}

    static void check(String id, Object component) {
        for (Class<?> type = component.getClass(); type != null; type = type.getSuperclass()) {
            String reason = REASONS.get(type.getName());
            if (reason != null) {
                throw new TopologyException(
                        "component '" + id + "', a " + type.getName() + ", " + reason + " (docs/storm-jars.md)");
            }
        }
    }
}
