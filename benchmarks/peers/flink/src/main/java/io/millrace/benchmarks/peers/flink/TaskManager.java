// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.EngineProcess;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.plugin.PluginUtils;
import org.apache.flink.runtime.taskexecutor.TaskExecutorResourceUtils;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;

/**
 * The process of one task manager. It has one slot, which takes one task of every component: so the tasks are spread
 * evenly, and of what is shuffled round robin one half crosses.
 */
public final class TaskManager {

    private TaskManager() {}

    /** Takes the port of the job manager. */
    public static void main(String[] arguments) throws Exception {
        EngineProcess.endWithParent();
        Configuration configuration = new Configuration();
        configuration.set(JobManagerOptions.ADDRESS, FlinkEngine.HOST);
        configuration.set(JobManagerOptions.PORT, Integer.parseInt(arguments[0]));
        configuration.set(TaskManagerOptions.HOST, FlinkEngine.HOST);
        configuration.set(TaskManagerOptions.BIND_HOST, FlinkEngine.HOST);
        configuration.set(TaskManagerOptions.NUM_TASK_SLOTS, 1);
        // The heap is what the JVM's options say, as in the local cluster
        TaskExecutorResourceUtils.adjustForLocalExecution(configuration);
        System.exit(TaskManagerRunner.runTaskManager(
                configuration, PluginUtils.createPluginManagerFromRootFolder(configuration)));
    }
}
