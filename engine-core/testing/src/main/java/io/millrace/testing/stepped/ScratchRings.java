// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.stepped;

import io.millrace.api.error.TopologyException;
import io.millrace.ipc.liveness.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory for the rings of a stepped topology, deleted at the end with its files. Confined to the stepping thread.
 */
final class ScratchRings {

    private ScratchRings() {}

    static Path make() {
        try {
            return Files.createTempDirectory("millrace-stepped");
        } catch (IOException e) {
            throw new TopologyException(
                    "no directory for the rings of several workers can be made in "
                            + System.getProperty("java.io.tmpdir") + ": " + e.getMessage()
                            + ": make room there, or name another one by -Djava.io.tmpdir",
                    e);
        }
    }

    static void remove(Path directory) {
        try {
            PrivateDirectory.remove(directory);
        } catch (IOException e) {
            throw new TopologyException(directory + " cannot be removed: " + e.getMessage() + ": remove it", e);
        }
    }
}
