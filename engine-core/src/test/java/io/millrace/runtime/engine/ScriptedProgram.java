package io.millrace.runtime.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The main class of a program that speaks the protocol, and does what its messages say. Its first argument is a file, in which it writes its process's id. */
public final class ScriptedProgram {

    private ScriptedProgram() {}

    public static void main(String[] arguments) throws Exception {
        Path socket = Path.of(System.getenv(EngineProcess.SOCKET));
        Path memory = Path.of(System.getenv(EngineProcess.MEMORY));
        try (FakeEngine engine = new FakeEngine(socket, memory)) {
            engine.hello();
            Files.writeString(Path.of(arguments[0]), String.valueOf(ProcessHandle.current().pid()));
            for (long id = engine.message(); ; id = engine.message()) {
                String what = (String) engine.values()[0];
                switch (what) {
                    case "exit" -> Runtime.getRuntime().halt(5);
                    case "hang" -> new CountDownLatch(1).await();
                    case "flood" -> {
                        for (int i = 0; i < 100_000; i++) {
                            System.err.println("a line of a flood");
                        }
                    }
                    case "cut" -> {
                        engine.bytes(FakeEngine.frame(100, EngineFrameDescriptor.RESULT, (byte) 1));
                        Runtime.getRuntime().halt(0);
                    }
                    case "garbage" -> engine.bytes("no frame at all".getBytes());
                    default -> engine.result(id, "default", what + " " + System.getenv("MODE"), arguments.length);
                }
                engine.send(EngineFrameDescriptor.ACK, id);
                if (what.equals("twice")) {
                    engine.send(EngineFrameDescriptor.ACK, id);
                }
            }
        }
    }
}
