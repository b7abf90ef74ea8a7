// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A bolt that does what its message says to the process that it runs in. */
final class FaultyBolt implements BasicBolt {

    private static final long serialVersionUID = 1L;

    private transient TaskContext context;
    private transient List<ByteBuffer> memory;

    @Override
    public void declareOutputs(OutputDeclarer out) {
        out.declare("did", "pid");
    }

    @Override
    public void prepare(TaskContext task) {
        context = task;
        memory = new ArrayList<>();
    }

    @Override
    public void execute(Tuple input, Emitter out) {
        long pid = ProcessHandle.current().pid();
        String what = input.getString(0);
        switch (what.split(" ")[0]) {
            case "exit" -> Runtime.getRuntime().halt(3);
            case "kill" -> signal("KILL", pid);
            case "stop" -> signal("STOP", pid);
            case "hang" -> hang();
            case "child" -> {
                child(Path.of(what.split(" ")[1]));
                hang();
            }
            case "memory" -> grow();
            case "fail" -> throw new IllegalArgumentException("there is nothing in it");
            case "many" -> {
                for (int i = 0; i < 1_000; i++) {
                    out.emit("many", i);
                }
            }
            case "environment" ->
                out.emit(
                        String.join(
                                ",", System.getenv().keySet().stream().sorted().toList()),
                        pid);
            case "facts" ->
                out.emit(
                        context.componentId() + " "
                                + context.config().get("app.word").orElse("") + " "
                                + Files.exists(context.resource("stop-words.txt")),
                        pid);
            default -> {}
        }
        out.emit(what, pid);
    }

    private static void signal(String name, long pid) {
        run("/bin/sh", "-c", "kill -" + name + " " + pid);
        // The signal may come after the program has ended
        hang();
    }

    private static void hang() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Starts a process that starts another one, whose ids it writes to a file. */
    private static void child(Path pids) {
        run("/bin/sh", "-c", "sh -c 'sleep 1000 & echo $! >> " + pids + "; echo $$ >> " + pids + "; wait' &");
    }

    private static void run(String... command) {
        try {
            new ProcessBuilder(command).inheritIO().start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void grow() {
        while (true) {
            ByteBuffer more = ByteBuffer.allocateDirect(8 << 20);
            while (more.hasRemaining()) {
                more.put((byte) 1);
            }
            memory.add(more);
        }
    }
}
