// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Engines;
import io.millrace.api.config.Config;
import io.millrace.api.config.EngineKeys;
import io.millrace.log.LogLines;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limits of engines that are threads, which nothing enforces. */
@Timeout(60)
class ThreadLimitsTest {

    @RegisterExtension
    private final LogLines log = LogLines.of(EnginePoolRunner.class.getName());

    /** Returns the lines of the start: when a message has been processed, the task has started. */
    private List<String> lines(String name, Config config) throws Exception {
        try (EnginesTopology topology = new EnginesTopology(name, Engines.of(new FaultyBolt()), 2, config)) {
            assertThat(topology.send("ok")).isTrue();
        }
        return log.all();
    }

    @Test
    void aLimitOfMemoryIsSaidToDoNothing() throws Exception {
        assertThat(lines("memory-of-threads", Config.empty().with(EngineKeys.MEMORY, 1L << 30)))
                .containsExactly(
                        "component 'work': its engines are threads of the worker, which have no limits of their own:"
                                + " engine.memory and engine.cpu do nothing");
    }

    @Test
    void aLimitOfCpuIsSaidToDoNothing() throws Exception {
        assertThat(lines("cpu-of-threads", Config.empty().with(EngineKeys.CPU, 50)))
                .singleElement()
                .asString()
                .endsWith("engine.memory and engine.cpu do nothing");
    }

    @Test
    void withoutLimitsNothingIsSaid() throws Exception {
        assertThat(lines("threads-without-limits", Config.empty())).isEmpty();
    }
}
