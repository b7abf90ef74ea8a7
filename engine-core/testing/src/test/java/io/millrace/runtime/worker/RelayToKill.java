// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.config.Config;
import io.millrace.runtime.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The main class of a process that relays between two workers until it is killed: it writes its endpoint as a line,
 * reads those of the others up to an empty line, and writes another line when it has forwarded a batch.
 */
final class RelayToKill {

    private RelayToKill() {}

    /**
     * @param arguments its name and node, then the name and node of each other worker in the order of tasks that they
     * have
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Map<String, String> nodeOfWorker = new TreeMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            nodeOfWorker.put(arguments[i], arguments[i + 1]);
        }
        WorkerSpec spec = RelayKillIT.spec(arguments[0], nodeOfWorker, Config.empty(), RelayKillIT.topology("relay"));
        try (WorkerRuntime worker = (WorkerRuntime) WorkerRuntime.start(spec, Throwable::printStackTrace)) {
            System.out.println(new String(Json.write(worker.endpoint()), StandardCharsets.UTF_8));
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            List<PeerEndpoint> peers = new ArrayList<>();
            for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
                peers.add(Json.read(line.getBytes(StandardCharsets.UTF_8), PeerEndpoint.class));
            }
            worker.peers(peers);
            while (worker.forwarded() == 0) {
                LockSupport.parkNanos(1_000_000);
            }
            System.out.println("forwards");
            // The process waits until it is killed, or its parent is gone
            in.readLine();
        }
    }
}
