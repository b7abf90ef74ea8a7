// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.task;

import io.millrace.api.error.TopologyException;
import java.util.Collection;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.hooks.ITaskHook;
import org.apache.storm.task.TopologyContext;

/** The hooks of a task: those of {@code topology.auto.task.hooks}, and those that its component adds. */
final class TaskHooks {

    private final TopologyContext context;

    private TaskHooks(TopologyContext context) {
        this.context = context;
    }

    static TaskHooks open(Map<String, Object> settings, TopologyContext context) {
        if (settings.get(Config.TOPOLOGY_AUTO_TASK_HOOKS) instanceof Collection<?> names) {
            for (Object name : names) {
                context.addTaskHook(make(String.valueOf(name)));
            }
        }
        return new TaskHooks(context);
    }

    private static ITaskHook make(String name) {
        try {
            return (ITaskHook) Class.forName(name).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new TopologyException(
                    Config.TOPOLOGY_AUTO_TASK_HOOKS + " names " + name + ", which cannot be made: " + e, e);
        }
    }

    void close() {
        context.getHooks().forEach(ITaskHook::cleanup);
    }
}
