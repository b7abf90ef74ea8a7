// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.config.Config;
import io.millrace.api.config.DeadMessages;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.config.Units;
import io.millrace.runtime.codec.RegisteredClasses;
import io.millrace.runtime.codec.ValuesCodec;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The settings of the engines of a task.
 *
 * @param messageNanos most time of an engine for a message
 * @param startNanos most time of an engine until it is ready
 * @param memory most bytes of an engine; 0 for no limit
 * @param cpuPercent most CPU time, in percent of a core; 0 for no limit
 * @param largestPayload largest payload of a message or a result, in bytes
 */
record EngineSettings(
        long messageNanos,
        long startNanos,
        long memory,
        int cpuPercent,
        long largestPayload,
        Config config,
        LongSupplier clock) {

    static EngineSettings of(Config config, LongSupplier clock) {
        return new EngineSettings(
                config.get(EngineKeys.MESSAGE_TIMEOUT).toNanos(),
                config.get(EngineKeys.START_TIMEOUT).toNanos(),
                config.get(EngineKeys.MEMORY),
                config.get(EngineKeys.CPU),
                config.get(TopologyKeys.MESSAGE_MAX_BYTES),
                config,
                clock);
    }

    boolean emitsDead() {
        return config.get(EngineKeys.DEAD_MESSAGES) == DeadMessages.STREAM;
    }

    String tooLong() {
        return "it took longer than engine.message.timeout, which is " + Units.duration(Duration.ofNanos(messageNanos));
    }

    /** Makes a codec of the built-in types and the registered classes. */
    ValuesCodec codec(ClassLoader loader) {
        List<Class<?>> registered = RegisteredClasses.parse(config.get(TopologyKeys.SERIALIZED_CLASSES), loader);
        return new ValuesCodec(registered);
    }
}
