// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.benchmarks.machine.Child;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A part of a measurement, in a process or on a thread of its own. */
interface Node extends AutoCloseable {

    /** @throws IOException if it cannot, or has ended */
    JsonNode ask(JsonNode request) throws IOException, InterruptedException;

    /** Lets it connect to another one. */
    default void connect(String name, Network.Place place) throws IOException, InterruptedException {
        ask(Json.request("connect").put("name", name).put("host", place.host()).put("port", place.port()));
    }

    /** The port at which others reach one of its transports. */
    default int port(String name) throws IOException, InterruptedException {
        return ask(Json.request("listen").put("name", name)).get("port").asInt();
    }

    @Override
    void close();

    /** A node in a process that runs {@link RoleMain}. */
    static Node of(Child process) throws IOException {
        process.await(Child.READY);
        return new Node() {
            @Override
            public JsonNode ask(JsonNode request) throws IOException {
                process.tell(request.toString());
                JsonNode answer = Json.read(process.await(Child.RESULT).substring(Child.RESULT.length()));
                if (answer.has(RoleMain.PROBLEM)) {
                    throw new IOException(answer.get(RoleMain.PROBLEM).asText());
                }
                return answer;
            }

            @Override
            public void close() {
                process.close();
            }
        };
    }

    /** What makes a role, on the thread that will be asked. */
    interface Maker {
        Role make() throws IOException;
    }

    /** A node on a thread of this process. */
    static Node of(String name, Maker maker) throws IOException, InterruptedException {
        ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
            Thread one = new Thread(task, name);
            one.setDaemon(true);
            return one;
        });
        Role role = Threads.call(thread, maker::make);
        return new Node() {
            @Override
            public JsonNode ask(JsonNode request) throws IOException, InterruptedException {
                return Threads.call(thread, () -> role.answer(request));
            }

            @Override
            public void close() {
                role.close();
                thread.shutdown();
            }
        };
    }

    /** Runs tasks on other threads. */
    final class Threads {
        private Threads() {}

        private static <T> T call(ExecutorService thread, java.util.concurrent.Callable<T> task)
                throws IOException, InterruptedException {
            try {
                return thread.submit(task).get();
            } catch (ExecutionException e) {
                throw new IOException(e.getCause().toString(), e.getCause());
            }
        }
    }
}
