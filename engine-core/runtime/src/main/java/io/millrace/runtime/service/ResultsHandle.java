// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.ResultSubscription;
import io.millrace.api.Results;
import io.millrace.api.Tuple;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/** The handle that takes results. Any thread. */
final class ResultsHandle implements Results {

    private static final int DEFAULT_CAPACITY = 1024;
    private static final int MOST_CAPACITY = 1 << 20;

    private final Outlet outlet;
    private final String name;
    private final int capacity;
    private final boolean dropOldest;

    /** The subscription of {@link #poll}. Guarded by this. */
    private LocalSubscription polled;

    private ResultsHandle(Outlet outlet, String name, int capacity, boolean dropOldest) {
        this.outlet = outlet;
        this.name = name;
        this.capacity = capacity;
        this.dropOldest = dropOldest;
    }

    ResultsHandle(Outlet outlet) {
        this(outlet, null, DEFAULT_CAPACITY, false);
    }

    @Override
    public Results named(String given) {
        return new ResultsHandle(outlet, Objects.requireNonNull(given, "name"), capacity, dropOldest);
    }

    @Override
    public Results capacity(int tuples) {
        if (tuples < 1 || tuples > MOST_CAPACITY) {
            throw new IllegalArgumentException(
                    "the capacity of a subscription is " + tuples + ": take 1 to " + MOST_CAPACITY);
        }
        return new ResultsHandle(outlet, name, tuples, dropOldest);
    }

    @Override
    public Results dropOldest() {
        return new ResultsHandle(outlet, name, capacity, true);
    }

    private LocalSubscription open() {
        return outlet.open(name == null ? Thread.currentThread().getName() : name, capacity, dropOldest);
    }

    @Override
    public ResultSubscription subscribe(Consumer<? super Tuple> consumer) {
        Objects.requireNonNull(consumer, "consumer");
        ResultsThread thread = new ResultsThread(open(), consumer);
        thread.start();
        return thread;
    }

    @Override
    public Flow.Publisher<Tuple> publisher() {
        return new ResultsPublisher(this::open);
    }

    @Override
    public Tuple poll(Duration most) throws InterruptedException {
        outlet.beforeWait("poll");
        LocalSubscription subscription;
        synchronized (this) {
            if (polled == null) {
                polled = open();
            }
            subscription = polled;
        }
        Tuple tuple;
        synchronized (subscription) {
            tuple = subscription.take(most.toNanos());
        }
        if (tuple == null && subscription.isOver()) {
            throw new IllegalStateException("no more results of '" + outlet.bolt() + "' come: " + outlet.end());
        }
        return tuple;
    }

    @Override
    public void close() {
        LocalSubscription subscription;
        synchronized (this) {
            subscription = polled;
            polled = null;
        }
        if (subscription != null) {
            subscription.close();
        }
    }
}
