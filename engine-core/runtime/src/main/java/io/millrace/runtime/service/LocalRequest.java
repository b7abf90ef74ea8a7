// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.RequestException;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.Tuple;
import io.millrace.api.config.TopologyKeys;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A request of a service in this process, which is the stage that the service holds.
 *
 * @param <T> result of the stage
 */
abstract class LocalRequest<T> extends FeedRequest<T> {

    private static final String WAITING = "waiting for a request";

    protected final SpoutFeed spoutFeed;

    private LocalRequest(SpoutFeed spoutFeed, Object[] values, long startNanos) {
        super(values, startNanos);
        this.spoutFeed = spoutFeed;
    }

    // The stage. A thread that waits for its end does so as an executor waits for work: it looks for a moment before it
    // blocks

    @Override
    public T join() {
        look(Long.MAX_VALUE);
        return super.join();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        look(Long.MAX_VALUE);
        return super.get();
    }

    @Override
    public T get(long most, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        long begin = System.nanoTime();
        long mostNanos = unit.toNanos(most);
        look(mostNanos);
        try {
            return super.get(mostNanos - (System.nanoTime() - begin), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new TimeoutException(notWithin(mostNanos));
        }
    }

    /** Returns one line that says what did not come within this time, and which bolt has it as far as is known here. */
    final String notWithin(long mostNanos) {
        return "'" + spoutFeed.spout() + "' did not " + (isAsked() ? "answer" : "get the tuple processed") + " within "
                + mostNanos / 1_000_000 + " ms: " + location() + spoutFeed.hint();
    }

    private String location() {
        String held = holder();
        String named =
                "a time-out above its " + TopologyKeys.MESSAGE_TIMEOUT.name() + " names the component that has it";
        if (held != null) {
            return held;
        }
        if (isEmitted()) {
            return "component '" + spoutFeed.spout() + "' has emitted it, and it has not ended in " + spoutFeed.behind()
                    + "; " + named;
        }
        if (isQueued()) {
            return "component '" + spoutFeed.spout()
                    + "' has not taken it up yet, because the topology is behind or its spouts are not active";
        }
        return spoutFeed.connected()
                ? "a worker has the request, for " + spoutFeed.behind() + "; " + named
                : "no worker is up and connected";
    }

    /**
     * Returns a stage with the same waiting as this one, so that the topology's own threads may not wait for it either.
     */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new Derived<>(spoutFeed);
    }

    private static final class Derived<U> extends CompletableFuture<U> {

        private final SpoutFeed spoutFeed;

        private Derived(SpoutFeed spoutFeed) {
            this.spoutFeed = spoutFeed;
        }

        @Override
        public <V> CompletableFuture<V> newIncompleteFuture() {
            return new Derived<>(spoutFeed);
        }

        private void beforeWait() {
            if (!isDone()) {
                spoutFeed.beforeWait(WAITING);
            }
        }

        @Override
        public U join() {
            beforeWait();
            return super.join();
        }

        @Override
        public U get() throws InterruptedException, ExecutionException {
            beforeWait();
            return super.get();
        }

        @Override
        public U get(long most, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
            beforeWait();
            return super.get(most, unit);
        }
    }

    /** Looks for the end of the stage. It yields between looks, because there may be more such threads than cores. */
    private void look(long mostNanos) {
        if (isDone()) {
            return;
        }
        spoutFeed.beforeWait(WAITING);
        long lookNanos = Math.min(mostNanos, spoutFeed.lookNanos());
        if (lookNanos <= 0) {
            return;
        }
        long begin = System.nanoTime();
        do {
            Thread.yield();
        } while (!isDone() && System.nanoTime() - begin < lookNanos);
    }

    @Override
    public void orphaned() {
        if (isRepeatedOnDeath()) {
            spoutFeed.keep(this);
        } else {
            fail(
                    Reason.WORKER_DIED,
                    "the worker of '" + spoutFeed.spout() + "' that had the request has ended or was cut off");
        }
    }

    /** A tuple that was sent: it is completed when its tree is processed. */
    static final class Sent extends LocalRequest<Void> {

        Sent(SpoutFeed spoutFeed, Object[] values, long startNanos) {
            super(spoutFeed, values, startNanos);
        }

        @Override
        public boolean isAsked() {
            return false;
        }

        @Override
        public boolean isRepeatedOnDeath() {
            return true;
        }

        @Override
        public void answered(Tuple answer) {
            // The sender does not want an answer
        }

        @Override
        public void processed() {
            complete(null);
        }
    }

    /** A request that was asked: it is completed with its answer. */
    static final class Asked extends LocalRequest<Tuple> {

        private static final AtomicIntegerFieldUpdater<Asked> ENDED =
                AtomicIntegerFieldUpdater.newUpdater(Asked.class, "ended");

        private final boolean repeated;
        private final long mostNanos;
        private volatile int ended;

        /** @param mostNanos the caller's own time-out, for its message; 0 for none */
        Asked(SpoutFeed spoutFeed, Object[] values, long startNanos, boolean repeated, long mostNanos) {
            super(spoutFeed, values, startNanos);
            this.repeated = repeated;
            this.mostNanos = mostNanos;
        }

        @Override
        public boolean isAsked() {
            return true;
        }

        @Override
        public boolean isRepeatedOnDeath() {
            return repeated;
        }

        @Override
        public void answered(Tuple answer) {
            complete(answer);
        }

        @Override
        public void processed() {
            if (!isDone()) {
                fail(
                        Reason.NO_ANSWER,
                        "the request to '" + spoutFeed.spout() + "' was processed, but no bolt answered it:"
                                + " let a bolt call answer, and anchor what is emitted on the way to it");
            }
        }

        // The request is no longer pending when its caller sees the end, whatever the end is

        @Override
        public boolean complete(Tuple answer) {
            noLongerPending();
            return super.complete(answer);
        }

        @Override
        public boolean completeExceptionally(Throwable cause) {
            noLongerPending();
            return super.completeExceptionally(cause instanceof TimeoutException ? timedOut() : cause);
        }

        @Override
        public boolean cancel(boolean mayInterrupt) {
            noLongerPending();
            return super.cancel(mayInterrupt);
        }

        private void noLongerPending() {
            if (ENDED.compareAndSet(this, 0, 1)) {
                spoutFeed.pending().decrementAndGet();
            }
        }

        private RequestException timedOut() {
            return new RequestException(Reason.TIMED_OUT, notWithin(mostNanos));
        }
    }
}
