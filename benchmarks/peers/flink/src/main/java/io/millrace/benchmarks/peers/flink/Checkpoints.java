// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.Promise;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.CheckpointingMode;

/** Exactly-once as Flink has it: the state on the heap, checkpoints as files where Millrace keeps its own. */
final class Checkpoints {

    private Checkpoints() {}

    static void configure(Configuration configuration, Promise promise, Path directory) {
        configuration.set(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(promise.intervalMillis()));
        configuration.set(StateBackendOptions.STATE_BACKEND, "hashmap");
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve("state").toUri().toString());
        if (promise.alignmentMillis() != Promise.NEVER) {
            configuration.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
            configuration.set(
                    CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT, Duration.ofMillis(promise.alignmentMillis()));
        }
    }
}
