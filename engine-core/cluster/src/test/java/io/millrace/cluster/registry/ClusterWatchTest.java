// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.Records;
import io.millrace.cluster.model.DrainRecord;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClusterWatchTest {

    private final MemoryZooKeeper.Client client = new MemoryZooKeeper(10_000).connect("controller");
    private final Registry registry = new Registry(client, new RegistryPaths("/millrace"));
    private Leadership leadership;
    private ClusterWatch watch;

    @BeforeEach
    void lead() {
        registry.cluster("cluster");
        leadership = registry.leadership(() -> {});
        leadership.ensure(Records.controller("c", 1, 1, "c"));
        watch = ClusterWatch.all(registry, () -> {});
        deliver();
    }

    private void deliver() {
        while (client.hasNews()) {
            client.deliver();
        }
    }

    @Test
    void aViewThatIsAsWantedIsNotWaitedFor() throws Exception {
        assertThat(watch.await(view -> !view.isDrained("n1"), Duration.ZERO)).isTrue();
    }

    @Test
    void theChangeThatIsWantedEndsTheWait() throws Exception {
        CountDownLatch tested = new CountDownLatch(1);
        CompletableFuture<Boolean> seen = CompletableFuture.supplyAsync(() -> {
            try {
                return watch.await(
                        view -> {
                            boolean is = view.isDrained("n2");
                            tested.countDown();
                            return is;
                        },
                        Duration.ofDays(1));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        tested.await();
        leadership.createDrain(new DrainRecord("n1", 1));
        deliver();
        assertThat(seen).isNotDone();
        leadership.createDrain(new DrainRecord("n2", 1));
        deliver();
        assertThat(seen.join()).isTrue();
    }

    @Test
    void aChangeThatIsNotSeenIsNotWaitedForForever() throws Exception {
        leadership.createDrain(new DrainRecord("n1", 1));
        assertThat(watch.await(view -> view.isDrained("n1"), Duration.ofMillis(1)))
                .isFalse();
    }
}
