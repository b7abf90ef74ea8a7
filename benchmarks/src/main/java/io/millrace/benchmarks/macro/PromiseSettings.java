// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a promise is given to Millrace. */
public final class PromiseSettings {

    private PromiseSettings() {}

    /**
     * Settings of a topology, key=value.
     *
     * @param stateDirectory that all workers reach
     */
    public static List<String> of(Promise promise, Path stateDirectory) {
        List<String> settings =
                new ArrayList<>(List.of("topology.guarantee=" + promise.mode().text()));
        if (promise.exactlyOnce()) {
            settings.add("topology.snapshot.interval=" + promise.intervalMillis() + " ms");
            settings.add("topology.state.dir=" + stateDirectory);
            if (promise.alignmentMillis() != Promise.NEVER) {
                settings.add("topology.snapshot.alignment.timeout=" + promise.alignmentMillis() + " ms");
            }
        }
        return settings;
    }
}
