// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SharedMemoryRoomTest {

    @Test
    void aFullSharedMemoryIsRefusedBeforeAnyWorkerIsStarted() {
        Path directory = Path.of("/dev/shm/millrace-me");
        assertThatThrownBy(() -> Directories.requireRoom(directory, 200 << 10, 8 << 20))
                .isInstanceOf(TopologyException.class)
                .hasMessage(
                        "/dev/shm/millrace-me (ipc.dir) has 200 KiB free, a worker needs 8192 KiB: remove what fills"
                                + " it, or set another ipc.dir");
        Directories.requireRoom(directory, 8 << 20, 8 << 20);
    }
}
