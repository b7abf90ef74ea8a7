// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.ResultSubscription;
import io.millrace.api.Tuple;
import io.millrace.api.error.Foreign;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that calls a consumer with the tuples of a subscription. Any thread may close it. */
final class ResultsThread implements ResultSubscription {

    private static final Logger LOG = LoggerFactory.getLogger(ResultsThread.class);
    private static final long PATIENCE_MILLIS = 10_000;

    private final LocalSubscription subscription;
    private final Consumer<? super Tuple> consumer;
    private final Thread thread;

    ResultsThread(LocalSubscription subscription, Consumer<? super Tuple> consumer) {
        this.subscription = subscription;
        this.consumer = consumer;
        this.thread = new Thread(this::run, "millrace-results-" + subscription.name());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        boolean reported = false;
        while (!subscription.isOver()) {
            try {
                Tuple tuple = subscription.take(Long.MAX_VALUE);
                if (tuple != null) {
                    consumer.accept(tuple);
                }
            } catch (InterruptedException e) {
                // Only close interrupts the thread; it has closed the subscription before
                continue;
            } catch (Throwable e) {
                subscription.failed();
                if (!reported) {
                    reported = true;
                    LOG.warn(
                            "the consumer of results '{}' throws; further errors are only counted",
                            subscription.name(),
                            Foreign.readable(e));
                }
            }
        }
    }

    @Override
    public String name() {
        return subscription.name();
    }

    @Override
    public int waiting() {
        return subscription.waiting();
    }

    @Override
    public long taken() {
        return subscription.taken();
    }

    @Override
    public long dropped() {
        return subscription.dropped();
    }

    @Override
    public long errors() {
        return subscription.errors();
    }

    @Override
    public void close() {
        subscription.close();
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join(PATIENCE_MILLIS);
            if (thread.isAlive()) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
