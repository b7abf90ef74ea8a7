package io.millrace.runtime.engine;

import io.millrace.api.TaskContext;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an engine may know about its task. Immutable.
 *
 * @param engine number of the engine in its task, from 0
 * @param resources directory of the topology's resources; empty if it has none
 */
record TaskFacts(
        String topologyName,
        String topologyId,
        String componentId,
        int taskId,
        int taskIndex,
        int taskCount,
        int engine,
        String workerId,
        String node,
        String region,
        long attempt,
        String resources,
        Map<String, String> config) {

    /** Returns those of the engine with the number 0. It may take long, as resources are looked for. */
    static TaskFacts of(TaskContext context) {
        return new TaskFacts(
                context.topologyName(),
                context.topologyId(),
                context.componentId(),
                context.taskId(),
                context.taskIndex(),
                context.taskCount(),
                0,
                context.workerId(),
                context.node(),
                context.region(),
                context.attempt(),
                resources(context),
                context.config().asMap());
    }

    /** Returns those of another engine of the task. */
    TaskFacts of(int number) {
        return new TaskFacts(
                topologyName,
                topologyId,
                componentId,
                taskId,
                taskIndex,
                taskCount,
                number,
                workerId,
                node,
                region,
                attempt,
                resources,
                config);
    }

    private static String resources(TaskContext context) {
        try {
            return context.resource("").toString();
        } catch (TopologyException e) {
            return "";
        }
    }

    Config settings() {
        return Config.of(config);
    }

    /** Returns the entries of the map in a HELLO frame. */
    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("topology", topologyName);
        map.put("topologyId", topologyId);
        map.put("component", componentId);
        map.put("task", (long) taskId);
        map.put("taskIndex", (long) taskIndex);
        map.put("taskCount", (long) taskCount);
        map.put("engine", (long) engine);
        map.put("worker", workerId);
        map.put("node", node);
        map.put("region", region);
        map.put("attempt", attempt);
        map.put("resources", resources);
        map.put("config", config);
        return map;
    }

    @SuppressWarnings("unchecked")
    static TaskFacts of(Map<?, ?> map) {
        return new TaskFacts(
                (String) map.get("topology"),
                (String) map.get("topologyId"),
                (String) map.get("component"),
                number(map, "task"),
                number(map, "taskIndex"),
                number(map, "taskCount"),
                number(map, "engine"),
                (String) map.get("worker"),
                (String) map.get("node"),
                (String) map.get("region"),
                ((Number) map.get("attempt")).longValue(),
                (String) map.get("resources"),
                (Map<String, String>) map.get("config"));
    }

    private static int number(Map<?, ?> map, String key) {
        return ((Number) map.get(key)).intValue();
    }

    /** Returns the name of the engine in logs. */
    String engineName() {
        return componentId + "-" + taskId + "." + engine;
    }
}
