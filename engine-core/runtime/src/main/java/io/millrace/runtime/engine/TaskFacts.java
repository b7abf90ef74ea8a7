// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.TaskContext;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The facts about its task that an engine may know. Immutable.
 *
 * @param engine number of the engine in its task, from 0
 * @param resources directory of the topology's resources; empty if it has none
 */
record TaskFacts(TaskName task, int engine, Place place, long attempt, String resources, Map<String, String> config) {

    /** The names and numbers of the task. */
    record TaskName(String topologyName, String topologyId, String componentId, int id, int index, int count) {}

    /** The place where the task runs. */
    record Place(String workerId, String node, String region) {}

    /** Returns the facts for the engine with the number 0. It may take long, as the resources are looked up. */
    static TaskFacts of(TaskContext context) {
        return new TaskFacts(
                new TaskName(
                        context.topologyName(),
                        context.topologyId(),
                        context.componentId(),
                        context.taskId(),
                        context.taskIndex(),
                        context.taskCount()),
                0,
                new Place(context.workerId(), context.node(), context.region()),
                context.attempt(),
                resources(context),
                context.config().asMap());
    }

    /** Returns the facts for another engine of the task. */
    TaskFacts of(int number) {
        return new TaskFacts(task, number, place, attempt, resources, config);
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
        map.put("topology", task.topologyName);
        map.put("topologyId", task.topologyId);
        map.put("component", task.componentId);
        map.put("task", (long) task.id);
        map.put("taskIndex", (long) task.index);
        map.put("taskCount", (long) task.count);
        map.put("engine", (long) engine);
        map.put("worker", place.workerId);
        map.put("node", place.node);
        map.put("region", place.region);
        map.put("attempt", attempt);
        map.put("resources", resources);
        map.put("config", config);
        return map;
    }

    @SuppressWarnings("unchecked")
    static TaskFacts of(Map<?, ?> map) {
        return new TaskFacts(
                new TaskName(
                        (String) map.get("topology"),
                        (String) map.get("topologyId"),
                        (String) map.get("component"),
                        number(map, "task"),
                        number(map, "taskIndex"),
                        number(map, "taskCount")),
                number(map, "engine"),
                new Place((String) map.get("worker"), (String) map.get("node"), (String) map.get("region")),
                ((Number) map.get("attempt")).longValue(),
                (String) map.get("resources"),
                (Map<String, String>) map.get("config"));
    }

    private static int number(Map<?, ?> map, String key) {
        return ((Number) map.get(key)).intValue();
    }

    /** Returns the name of the engine in logs. */
    String engineName() {
        return task.componentId + "-" + task.id + "." + engine;
    }
}
