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
 * The process of one task manager. A slot takes one task of every component: so the tasks are spread evenly, and of
 * what is shuffled round robin one half crosses between two of one slot each.
 */
public final class TaskManager {

    private TaskManager() {}

    /** Takes address and port of the job manager, its own address, and the number of its slots. */
    public static void main(String[] arguments) throws Exception {
        EngineProcess.endWithParent();
        Configuration configuration = new Configuration();
        configuration.set(JobManagerOptions.ADDRESS, arguments[0]);
        configuration.set(JobManagerOptions.PORT, Integer.parseInt(arguments[1]));
        configuration.set(TaskManagerOptions.HOST, arguments[2]);
        configuration.set(TaskManagerOptions.BIND_HOST, arguments[2]);
        configuration.set(TaskManagerOptions.NUM_TASK_SLOTS, Integer.parseInt(arguments[3]));
        // The heap is what the JVM's options say, as in the local cluster
        TaskExecutorResourceUtils.adjustForLocalExecution(configuration);
        System.exit(TaskManagerRunner.runTaskManager(
                configuration, PluginUtils.createPluginManagerFromRootFolder(configuration)));
    }
}
