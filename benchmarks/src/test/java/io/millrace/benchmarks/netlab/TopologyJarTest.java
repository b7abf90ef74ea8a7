// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.macro.AdEvent;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyJarTest {

    @Test
    void aWorkerReadsEventsAsJsonWithWhatIsInTheJarAlone(@TempDir Path directory) throws Exception {
        Path jar = directory.resolve("topology.jar");
        TopologyJar.write(jar);

        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            Object event = loader.loadClass(AdEvent.class.getName())
                    .getMethod("parse", String.class)
                    .invoke(null, "{\"user_id\": \"u\", \"event_type\": \"view\", \"event_time\": \"7\"}");

            assertThat(event.getClass()).isNotEqualTo(AdEvent.class);
            assertThat(event).hasToString(new AdEvent("u", null, null, null, "view", 7, null).toString());
        }
    }
}
