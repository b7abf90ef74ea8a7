// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.Feed;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import java.util.concurrent.CountDownLatch;

/**
 * The main class of a service that holds up the topology of {@link RemoteServiceIT} by a consumer that blocks for ever,
 * has thousands of outstanding requests, reports that, and runs until it is killed.
 */
public final class ServiceToKill {

    private static final long FIRST = 1_000_000;
    private static final int REQUESTS = 10_000;

    private ServiceToKill() {}

    /** @param arguments the addresses and the root of ZooKeeper */
    public static void main(String[] arguments) throws Exception {
        Millrace engine = Millrace.connect(
                arguments[0],
                Config.empty().with("zookeeper.root", arguments[1]).with("zookeeper.session.timeout", "4 s"));
        RunningTopology run = engine.topology("squares").orElseThrow();
        CountDownLatch called = new CountDownLatch(1);
        run.results("seen").capacity(2).subscribe(tuple -> {
            called.countDown();
            blockForEver();
        });
        Feed feed = run.feed("numbers");
        Await.until("the consumer is called", () -> {
            feed.offer(FIRST);
            return called.getCount() == 0;
        });
        for (long i = 0; i < REQUESTS; i++) {
            run.ask("numbers", FIRST + i);
        }
        System.out.println("up");
        new CountDownLatch(1).await();
    }

    private static void blockForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
