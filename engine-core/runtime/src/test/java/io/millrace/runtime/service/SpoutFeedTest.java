// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Feed;
import io.millrace.api.Fields;
import io.millrace.api.RequestException;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.TopologyBuilder;
import io.millrace.operators.Spouts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Elements that wait for a worker while ports come, go, and are full. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SpoutFeedTest {

    private static final long TIMEOUT = 1_000;

    private final AtomicLong clock = new AtomicLong();
    private final SpoutFeed spoutFeed = new SpoutFeed("f", TIMEOUT, 0, clock::get, new OwnCalls("t", Optional::empty));

    /** A task that never has room for offers. */
    private static final class Port implements FeedTarget {

        private final List<Object> taken = new ArrayList<>();
        private final BooleanSupplier open;

        Port(BooleanSupplier open) {
            this.open = open;
        }

        @Override
        public boolean isOpen() {
            return open.getAsBoolean();
        }

        @Override
        public boolean offer(Object element) {
            return false;
        }

        @Override
        public boolean ask(FeedRequest<?> request) {
            return again(request);
        }

        @Override
        public boolean again(Object element) {
            return open.getAsBoolean() && taken.add(element);
        }

        @Override
        public void awaitRoom(long mostNanos) {}

        @Override
        public void heir(Consumer<Object[]> next) {}
    }

    private LocalRequest.Asked asked() {
        return new LocalRequest.Asked(spoutFeed, new Object[] {1}, clock.get(), true, 0);
    }

    private LocalRequest.Sent sent() {
        return new LocalRequest.Sent(spoutFeed, new Object[] {1}, clock.get());
    }

    /** A caller whose error says that there is no room would raise the capacity. */
    @Test
    void whatIsSentBeforeATaskIsConnectedFailsWithThat() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("f", Spouts.fed(Fields.of("n")));
        Feed feed = new FeedHandle(spoutFeed, builder.build().components().get(0), clock::get);
        assertThat(spoutFeed.connected()).isFalse();
        assertThat(reasonOf((FeedRequest<?>) feed.send(1))).isEqualTo(Reason.NOT_CONNECTED);
        spoutFeed.attach(List.of(new Port(() -> false)));
        assertThat(reasonOf((FeedRequest<?>) feed.send(1))).isEqualTo(Reason.NOT_CONNECTED);
        spoutFeed.attach(List.of(new Port(() -> true)));
        assertThat(reasonOf((FeedRequest<?>) feed.send(1))).isEqualTo(Reason.NO_ROOM);
    }

    @Test
    void whatAnotherTaskHadNeedsNoRoom() {
        Port full = new Port(() -> true);
        Object[] offered = {1};
        LocalRequest.Sent sent = sent();
        LocalRequest.Asked asked = asked();
        spoutFeed.keep(offered);
        spoutFeed.keep(sent);
        spoutFeed.keep(asked);
        spoutFeed.attach(List.of(full));
        assertThat(full.taken).containsExactly(offered, sent, asked);
    }

    @Test
    void newPortsThatComeWhileAnElementIsPutBackGetIt() {
        Port good = new Port(() -> true);
        Port closing = new Port(() -> {
            spoutFeed.attach(List.of(good));
            return false;
        });
        spoutFeed.attach(List.of(closing));
        LocalRequest.Asked asked = asked();
        spoutFeed.keep(asked);
        assertThat(good.taken).containsExactly(asked);
    }

    @Test
    void theEndThatComesWhileAnElementIsPutBackFailsIt() {
        spoutFeed.attach(List.of(new Port(() -> {
            spoutFeed.end("it was killed");
            return false;
        })));
        LocalRequest.Asked asked = asked();
        spoutFeed.keep(asked);
        assertThat(reasonOf(asked)).isEqualTo(Reason.CLOSED);
    }

    @Test
    void aClosedTaskDoesNotStopTheOthers() {
        Port good = new Port(() -> true);
        spoutFeed.attach(List.of(new Port(() -> false), good, new Port(() -> false)));
        for (int i = 0; i < 100; i++) {
            spoutFeed.keep(asked());
        }
        assertThat(good.taken).hasSize(100);
    }

    @Test
    void aRequestDoesNotWaitForAWorkerForEver() {
        LocalRequest.Asked first = asked();
        LocalRequest.Sent second = sent();
        Object[] offered = {1};
        spoutFeed.keep(first);
        spoutFeed.keep(second);
        spoutFeed.keep(offered);
        clock.set(TIMEOUT);
        assertThat(reasonOf(first)).isEqualTo(Reason.TIMED_OUT);
        assertThat(reasonOf(second)).isEqualTo(Reason.TIMED_OUT);
        Port late = new Port(() -> true);
        spoutFeed.attach(List.of(late));
        // A request has its reason before it leaves the queue
        assertThat(late.taken)
                .filteredOn(element -> element != first && element != second)
                .containsExactly((Object) offered);
    }

    @Test
    void aThreadThatWaitsLooksForTheEndBeforeItBlocks() throws Exception {
        LocalRequest.Asked asked = askedWithLongLook();
        Thread waiting = new Thread(asked::join);
        waiting.start();
        while (Stream.of(waiting.getStackTrace())
                .noneMatch(frame -> frame.getMethodName().equals("look"))) {
            Thread.onSpinWait();
        }
        asked.answered(null);
        waiting.join();
    }

    @Test
    void aThreadDoesNotLookForLongerThanItWaits() {
        LocalRequest.Asked asked = askedWithLongLook();
        assertThatThrownBy(() -> asked.get(1, TimeUnit.NANOSECONDS)).isInstanceOf(TimeoutException.class);
    }

    @Test
    void whatIsDerivedFromARequestIsNotWaitedForByTheTopologysThreads() {
        SpoutFeed own = new SpoutFeed(
                "f", TIMEOUT, 0, clock::get, new OwnCalls("t", () -> Optional.of("component 'b', task 2")));
        LocalRequest.Asked asked = new LocalRequest.Asked(own, new Object[] {1}, clock.get(), true, 0);
        List<CompletableFuture<?>> waited = List.of(
                asked,
                asked.thenApply(answer -> 1),
                asked.thenApply(answer -> 1).exceptionally(failure -> 2).toCompletableFuture(),
                asked.copy(),
                asked.thenCombine(new CompletableFuture<>(), (one, other) -> one));
        for (CompletableFuture<?> each : waited) {
            for (ThrowingCallable wait :
                    List.<ThrowingCallable>of(each::join, each::get, () -> each.get(1, TimeUnit.HOURS))) {
                assertThatThrownBy(wait)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("component 'b', task 2: waiting for a request on 'f' of topology 't' is called by a"
                                + " thread of that topology, which it would wait for: let another thread call it");
            }
        }
        CompletableFuture<Integer> done = asked.thenApply(answer -> 1);
        asked.answered(null);
        assertThat(done.join()).isEqualTo(1);
    }

    @Test
    void aTimeOutSaysWhoHasTheRequest() {
        assertThat(timedOut(asked -> {}))
                .isEqualTo("'f' did not answer within 5 ms: no worker is up and connected; r waits for you");
        spoutFeed.attach(List.of(new Port(() -> true)));
        assertThat(timedOut(asked -> {})).contains("a worker has the request, for component 'b'; a time-out above its");
        assertThat(timedOut(FeedRequest::queued)).contains(": component 'f' has not taken it up yet, because");
        assertThat(timedOut(asked -> {
                    asked.queued();
                    asked.beginAttempt();
                }))
                .contains(": component 'f' has emitted it, and it has not ended in component 'b'; a time-out");
        assertThat(timedOut(asked -> {
                    asked.beginAttempt();
                    asked.heldBy("it waits for component 'slow', task 3");
                }))
                .contains("within 5 ms: it waits for component 'slow', task 3; r waits");
        assertThatThrownBy(() -> sent().get(1, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class)
                .hasMessage(
                        "'f' did not get the tuple processed within 1 ms: a worker has the request, for component 'b'; a"
                                + " time-out above its topology.message.timeout names the component that has it; r waits"
                                + " for you");
    }

    private String timedOut(Consumer<LocalRequest.Asked> way) {
        spoutFeed.hints("component 'b'", () -> "; r waits for you");
        LocalRequest.Asked asked = new LocalRequest.Asked(spoutFeed, new Object[] {1}, clock.get(), true, 5_000_000);
        way.accept(asked);
        asked.completeExceptionally(new TimeoutException());
        return asked.handle((answer, failure) -> failure.getMessage()).join();
    }

    private LocalRequest.Asked askedWithLongLook() {
        SpoutFeed patient = new SpoutFeed("f", TIMEOUT, Long.MAX_VALUE, clock::get, new OwnCalls("t", Optional::empty));
        return new LocalRequest.Asked(patient, new Object[] {1}, clock.get(), true, 0);
    }

    @Test
    void aRequestWhoseWorkersKeepDyingFails() {
        LocalRequest.Asked asked = asked();
        Port port = new Port(() -> true);
        spoutFeed.attach(List.of(port));
        asked.orphan();
        assertThat(asked).isNotDone();
        clock.set(TIMEOUT);
        asked.orphan();
        assertThat(reasonOf(asked)).isEqualTo(Reason.TIMED_OUT);
        assertThat(port.taken).containsExactly(asked);
    }

    private static Reason reasonOf(FeedRequest<?> request) {
        Reason[] reason = new Reason[1];
        assertThatThrownBy(() -> request.get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(RequestException.class, failure -> reason[0] = failure.reason());
        return reason[0];
    }
}
