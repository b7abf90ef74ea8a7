// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.cluster.client.Submission;
import java.util.concurrent.CountDownLatch;

/** The main class of a process that embeds a cluster, reports it, and runs until it is killed. */
public final class ParentToKill {

    private ParentToKill() {}

    public static void main(String[] arguments) throws Exception {
        LocalCluster local = LocalCluster.start(Config.empty());
        local.cluster()
                .submit(new Submission(
                        "numbers",
                        TestTopologies.counting(1_000_000, 1),
                        Config.empty().with(TopologyKeys.WORKERS, 2),
                        null,
                        local.classPath()));
        Await.until("both workers", () -> local.cluster().list().get(0).workersUp() == 2);
        local.cluster().metrics("numbers").workers().forEach(worker -> System.out.println(worker.pid()));
        System.out.println("up");
        new CountDownLatch(1).await();
    }
}
