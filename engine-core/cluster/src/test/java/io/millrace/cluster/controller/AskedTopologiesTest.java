// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Tuple;
import io.millrace.cluster.Records;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.runtime.service.ServiceHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AskedTopologiesTest {

    private final List<String> events = new ArrayList<>();
    private long millis = 1_000_000;
    private final AskedTopologies asked = new AskedTopologies(
            (record, graph) -> {
                events.add("open " + record.id());
                return new AskedTopologies.Connection() {
                    @Override
                    public ServiceHandles handles() {
                        return null;
                    }

                    @Override
                    public void close() {
                        events.add("close " + record.id());
                    }
                };
            },
            () -> millis);

    private CompletableFuture<Tuple> ask(String id) {
        return ask(asked, id);
    }

    private static CompletableFuture<Tuple> ask(AskedTopologies topologies, String id) {
        CompletableFuture<Tuple> answer = new CompletableFuture<>();
        TopologyRecord record = Records.submitted("t", id, 1);
        topologies.ask(record, null, handles -> answer);
        return answer;
    }

    @Test
    void aConnectionIsOpenedOnceAndClosedAMinuteAfterTheLastAnswer() {
        ask("a").complete(null);
        CompletableFuture<Tuple> slow = ask("a");
        millis += AskedTopologies.IDLE_MILLIS;
        asked.retain(id -> true);
        assertThat(events).containsExactly("open a");

        slow.completeExceptionally(new IllegalStateException());
        millis += AskedTopologies.IDLE_MILLIS - 1;
        asked.retain(id -> true);
        assertThat(events).containsExactly("open a");
        millis++;
        asked.retain(id -> true);
        assertThat(events).containsExactly("open a", "close a");

        ask("a");
        assertThat(events).containsExactly("open a", "close a", "open a");
    }

    /** A client of REST that is gone cancels its request in this way. */
    @Test
    void aRequestCanBeCancelledThroughItsStage() {
        CompletableFuture<Tuple> answer = new CompletableFuture<>();
        TopologyRecord record = Records.submitted("t", "a", 1);
        asked.ask(record, null, handles -> answer).toCompletableFuture().cancel(false);
        assertThat(answer).isCancelled();
        millis += AskedTopologies.IDLE_MILLIS;
        asked.retain(id -> true);
        assertThat(events).containsExactly("open a", "close a");
    }

    @Test
    void aConnectionEndsWithItsTopologyAlthoughAnAnswerIsAwaited() {
        ask("a");
        ask("b");
        asked.retain(id -> id.equals("b"));
        assertThat(events).containsExactly("open a", "open b", "close a");
    }

    @Test
    void aRefusedRequestIsNotPending() {
        TopologyRecord record = Records.submitted("t", "a", 1);
        assertThatThrownBy(() -> asked.ask(record, null, handles -> {
                    throw new IllegalArgumentException("no");
                }))
                .hasMessage("no");
        millis += AskedTopologies.IDLE_MILLIS;
        asked.retain(id -> true);
        assertThat(events).containsExactly("open a", "close a");
    }

    @Test
    void nothingIsAskedAfterTheClose() {
        ask("a");
        asked.close();
        assertThat(events).containsExactly("open a", "close a");
        assertThatThrownBy(() -> ask("a")).isInstanceOf(ClusterException.class);
    }

    @Test
    void aConnectionThatOpensSlowlyHoldsUpNoOtherTopology() throws Exception {
        CountDownLatch opening = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        List<String> closed = new CopyOnWriteArrayList<>();
        AskedTopologies slow = new AskedTopologies(
                (record, graph) -> {
                    if (record.id().equals("slow")) {
                        opening.countDown();
                        try {
                            open.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                    return new AskedTopologies.Connection() {
                        @Override
                        public ServiceHandles handles() {
                            return null;
                        }

                        @Override
                        public void close() {
                            closed.add(record.id());
                        }
                    };
                },
                () -> millis);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> ask(slow, "slow"));
        opening.await();
        ask(slow, "other").complete(null);
        slow.close();
        assertThat(closed).containsExactly("other");
        open.countDown();
        first.get(30, TimeUnit.SECONDS);
        assertThat(closed).containsExactly("other", "slow");
    }
}
