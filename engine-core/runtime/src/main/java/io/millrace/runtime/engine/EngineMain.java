// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.error.Foreign;
import java.io.IOException;
import java.nio.file.Path;

/** The main class of an engine that is a JVM. A worker starts it. It ends with its worker. */
public final class EngineMain {

    private EngineMain() {}

    public static void main(String[] arguments) {
        Path socket = Path.of(System.getenv(EngineProcess.SOCKET));
        Path memory = Path.of(System.getenv(EngineProcess.MEMORY));
        try (EngineServer server = EngineServer.connect(socket, memory)) {
            server.run();
        } catch (IOException | EngineDeath | RuntimeException e) {
            Foreign.readable(e).printStackTrace();
            // The worker shows the last line
            System.err.println(Foreign.text(e));
            System.exit(1);
        }
        // Threads of the bolt may still run
        System.exit(0);
    }
}
