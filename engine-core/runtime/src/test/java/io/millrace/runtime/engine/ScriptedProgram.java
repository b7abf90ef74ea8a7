// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/**
 * The main class of a program that speaks the protocol, and does what its messages say. Its argument is a file, in
 * which it writes the id of its process. A message {@code now ACTION POINT} breaks the protocol at a point of this
 * message, {@code next ACTION POINT} at one of the program's next start.
 */
public final class ScriptedProgram {

    private static final String NOTHING = "";

    private final Path pid;
    private final Path planned;
    private FakeEngine engine;
    private String fault;

    private ScriptedProgram(Path pid) throws Exception {
        this.pid = pid;
        planned = pid.resolveSibling("planned");
        fault = Files.exists(planned) ? Files.readString(planned) : NOTHING;
        Files.deleteIfExists(planned);
    }

    public static void main(String[] arguments) throws Exception {
        new ScriptedProgram(Path.of(arguments[0])).run();
    }

    private void run() throws Exception {
        at("launched");
        engine = new FakeEngine(
                Path.of(System.getenv(EngineProcess.SOCKET)), Path.of(System.getenv(EngineProcess.MEMORY)));
        at("connected");
        engine.hello();
        Files.writeString(pid, String.valueOf(ProcessHandle.current().pid()));
        at("greeted");
        while (true) {
            long id = engine.message();
            process(id, (String) engine.values()[0]);
        }
    }

    private void process(long id, String message) throws Exception {
        String[] words = message.split(" ", 3);
        switch (words[0]) {
            case "now" -> fault = words[1] + " " + words[2];
            case "next" -> {
                Files.writeString(planned, words[1] + " " + words[2]);
                act("exit");
            }
            case "flood" -> {
                for (int i = 0; i < 100_000; i++) {
                    System.err.println("a line of a flood");
                }
            }
            default -> {}
        }
        at("message");
        engine.result(id, "default", message + " " + System.getenv("MODE"), null);
        at("result");
        if (engine.offerResult(id, "default", message, new byte[100_000])) {
            at("taken");
            engine.receive();
        }
        engine.send(EngineFrameDescriptor.ACK, id);
        at("acked");
        if (message.equals("twice")) {
            engine.send(EngineFrameDescriptor.ACK, id);
        }
    }

    private void at(String point) throws Exception {
        if (fault.endsWith(" " + point)) {
            act(fault.split(" ")[0]);
        }
    }

    private void act(String action) throws Exception {
        long own = ProcessHandle.current().pid();
        switch (action) {
            case "kill", "stop" ->
                new ProcessBuilder("/bin/sh", "-c", "kill -" + action.toUpperCase(Locale.ROOT) + " " + own)
                        .start()
                        .waitFor();
            case "garbage" -> engine.bytes("no frame at all".getBytes());
            case "cut" -> {
                engine.bytes(FakeEngine.frame(100, EngineFrameDescriptor.RESULT, (byte) 1));
                Runtime.getRuntime().halt(0);
            }
            default -> Runtime.getRuntime().halt(5);
        }
        // The program waits for the signal of the test or of the worker
        new CountDownLatch(1).await();
    }
}
