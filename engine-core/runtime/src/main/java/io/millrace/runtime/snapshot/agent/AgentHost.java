// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.snapshot.SnapshotMessage;
import io.millrace.runtime.snapshot.SnapshotMessageCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The executor on whose thread agent and coordinator run, and its ways to those of other workers. Confined to that
 * thread, except for {@link #submit} and {@link #place}.
 */
final class AgentHost {

    private final String worker;
    private final Executor executor;
    private Consumer<SnapshotMessage> own = message -> {};

    /** The lowest task of each worker, through whose executor it is reached. */
    private volatile Map<String, Integer> doors = Map.of();

    private volatile Map<Integer, String> workers = Map.of();

    AgentHost(String worker, List<Executor> executors) {
        this.worker = worker;
        this.executor = executors.stream()
                .filter(each -> !each.isBlocking())
                .findFirst()
                .orElse(executors.get(0));
    }

    /** Sets the consumer of messages for this worker. */
    void deliverTo(Consumer<SnapshotMessage> taker) {
        own = taker;
    }

    Executor executor() {
        return executor;
    }

    /** Returns the time as the current turn has read it. */
    long now() {
        return executor.turnStart();
    }

    /** Runs a command on this thread. Any thread may call it. */
    void submit(Runnable command) {
        executor.submit(command);
    }

    /**
     * Returns a background that ends the worker by an error of an action, whose answer would be waited for for ever.
     */
    Background endingBy(Background background) {
        return work -> background.run(() -> {
            try {
                work.run();
            } catch (Error e) {
                submit(() -> executor.failed(e));
            }
        });
    }

    /** Sets the workers of tasks. Any thread may call it. */
    void place(Map<Integer, String> workerOfTask) {
        Map<String, Integer> lowest = new TreeMap<>();
        workerOfTask.forEach((task, name) -> lowest.merge(name, task, Math::min));
        doors = Map.copyOf(lowest);
        workers = Map.copyOf(workerOfTask);
    }

    /** Returns the worker of a task. */
    String workerOf(int task) {
        return workers.getOrDefault(task, "none");
    }

    /** Sends a message to a worker. It is lost if the worker cannot be reached. */
    void send(String to, SnapshotMessage message) {
        if (to.equals(worker)) {
            // The message is delivered later: the sender does not expect an answer before this returns
            submit(() -> own.accept(message));
            return;
        }
        Integer door = doors.get(to);
        if (door != null) {
            executor.paths().control(door, bytes(message));
        }
    }

    static byte[] bytes(SnapshotMessage message) {
        ByteBuffer buffer = SnapshotMessageCodec.write(message);
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
