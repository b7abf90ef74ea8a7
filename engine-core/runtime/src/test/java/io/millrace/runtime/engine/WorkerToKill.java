// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.Engines;
import io.millrace.api.config.Config;
import java.util.concurrent.CountDownLatch;

/**
 * The main class of a process with engines that runs until it is killed. Its argument is the file for the ids of an
 * engine's children.
 */
public final class WorkerToKill {

    private WorkerToKill() {}

    public static void main(String[] arguments) throws Exception {
        EnginesTopology topology = new EnginesTopology("killed", Engines.java(new FaultyBolt()), 2, Config.empty());
        topology.await("engines.free", 2);
        topology.feed().send("child " + arguments[0]);
        System.out.println("up");
        new CountDownLatch(1).await();
    }
}
