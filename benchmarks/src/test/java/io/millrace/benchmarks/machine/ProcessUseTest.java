// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ProcessUseTest {

    private static final int BYTES = 10_000;

    private static ProcessUse own() {
        return ProcessUse.now().get(ProcessHandle.current().pid());
    }

    @Test
    void aProcessHasMemoryAndTheBytesOfItsConnections() throws IOException {
        ProcessUse before = own();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            client.getOutputStream().write(new byte[BYTES]);
            accepted.getInputStream().readNBytes(BYTES);

            ProcessUse use = own();

            assertThat(use.name()).isNotEmpty().doesNotContain(" ");
            assertThat(use.pssBytes()).isGreaterThan(1 << 20);
            assertThat(use.connections()).isEqualTo(before.connections() + 2);
            assertThat(use.since(before).bytesIn()).isEqualTo(BYTES);
            assertThat(use.since(before).bytesOut()).isEqualTo(BYTES);
        }
    }

    @Test
    void aUseIsReadAsItWasWritten() {
        ProcessUse use = new ProcessUse("WorkerMain", 1L << 40, 3, 5, 7);
        assertThat(ProcessUse.decode(use.encode())).isEqualTo(use);
    }

    @Test
    void bytesAreThoseSinceAnEarlierTime() {
        assertThat(new ProcessUse("a", 10, 2, 100, 50).since(new ProcessUse("a", 9, 1, 60, 20)))
                .isEqualTo(new ProcessUse("a", 10, 2, 40, 30));
    }
}
