// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.benchmarks.machine.Child;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;

/**
 * A server of Kafka without data. It ends with the process that has started it, also if that is killed: then its
 * standard input ends.
 */
final class KafkaServerMain {

    private static final String CLUSTER = "bWlsbHJhY2UtYmVuY2gtMQ";
    private static final int TRY_MILLIS = 1_000;

    private KafkaServerMain() {}

    /** Takes the file of its properties, and its address. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        thread("parent", KafkaServerMain::endWithParent);
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        int exit = StorageTool.execute(
                new String[] {"format", "--cluster-id", CLUSTER, "--config", arguments[0]},
                new PrintStream(told, true, StandardCharsets.UTF_8));
        if (exit != 0) {
            throw new IOException("cannot format the server's directory: " + told.toString(StandardCharsets.UTF_8));
        }
        thread("server", () -> kafka.Kafka.main(new String[] {arguments[0]}));
        awaitServer(arguments[1]);
        System.out.println(Child.READY);
        Thread.currentThread().join();
    }

    private static void thread(String name, Runnable action) {
        Thread thread = new Thread(action, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void awaitServer(String address) throws InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", address, "reconnect.backoff.ms", "50"))) {
            while (true) {
                try {
                    admin.describeCluster(new DescribeClusterOptions().timeoutMs(TRY_MILLIS))
                            .nodes()
                            .get();
                    return;
                } catch (ExecutionException e) {
                    TimeUnit.MILLISECONDS.sleep(50);
                }
            }
        }
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is ever written
            }
        } catch (IOException e) {
            // An error means the end of the parent, too
        }
        Runtime.getRuntime().halt(1);
    }
}
