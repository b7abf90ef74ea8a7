// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.runtime.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The main class of a process that runs the entry of {@link EntryKillIT} until it is killed: it writes its endpoint as
 * a line, reads those of the others up to an empty line, writes a line when it has copied a batch, and answers each
 * further line with the numbers that its tasks have got.
 */
final class EntryToKill {

    private EntryToKill() {}

    private static void awaitCopies(WorkerRuntime worker) {
        while (worker.copied() == 0) {
            LockSupport.parkNanos(1_000_000);
        }
        System.out.println("copies");
    }

    /** @param arguments guarantee, epoch of this start, and number of numbers */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Journal journal = Journal.fresh(EntryKillIT.TEST);
        WorkerSpec spec =
                EntryKillIT.spec("w3", Long.parseLong(arguments[1]), arguments[0], Integer.parseInt(arguments[2]));
        try (WorkerRuntime worker = (WorkerRuntime) WorkerRuntime.start(spec, Throwable::printStackTrace)) {
            System.out.println(new String(Json.write(worker.endpoint()), StandardCharsets.UTF_8));
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            List<PeerEndpoint> peers = new ArrayList<>();
            for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
                peers.add(Json.read(line.getBytes(StandardCharsets.UTF_8), PeerEndpoint.class));
            }
            worker.peers(peers);
            worker.activate();
            Thread watch = new Thread(() -> awaitCopies(worker), "watch");
            watch.setDaemon(true);
            watch.start();
            while (in.readLine() != null) {
                System.out.println(EntryKillIT.describe(journal, List.of(3, 4)));
            }
        }
    }
}
