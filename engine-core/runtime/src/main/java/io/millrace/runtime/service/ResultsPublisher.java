// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.Tuple;
import io.millrace.api.error.Foreign;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes results by the rules of {@link Flow}. Each subscriber has a thread, which makes all calls to it. */
final class ResultsPublisher implements Flow.Publisher<Tuple> {

    private static final Logger LOG = LoggerFactory.getLogger(ResultsPublisher.class);

    private final Supplier<LocalSubscription> subscriptions;

    ResultsPublisher(Supplier<LocalSubscription> subscriptions) {
        this.subscriptions = subscriptions;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super Tuple> subscriber) {
        new Delivery(Objects.requireNonNull(subscriber), subscriptions.get()).thread.start();
    }

    private static final class Delivery implements Flow.Subscription {

        private final Flow.Subscriber<? super Tuple> subscriber;
        private final LocalSubscription subscription;
        private final AtomicLong demand = new AtomicLong();
        private final Thread thread;
        private volatile Throwable mistake;

        Delivery(Flow.Subscriber<? super Tuple> subscriber, LocalSubscription subscription) {
            this.subscriber = subscriber;
            this.subscription = subscription;
            this.thread = new Thread(this::run, "millrace-results-" + subscription.name());
            thread.setDaemon(true);
        }

        @Override
        public void request(long tuples) {
            if (tuples <= 0) {
                mistake = new IllegalArgumentException("request(" + tuples + "): the number is at least 1");
            } else {
                demand.accumulateAndGet(tuples, (before, more) -> before + more < 0 ? Long.MAX_VALUE : before + more);
            }
            LockSupport.unpark(thread);
        }

        @Override
        public void cancel() {
            subscription.close();
            LockSupport.unpark(thread);
        }

        private void run() {
            try {
                subscriber.onSubscribe(this);
                while (!subscription.isOver() && mistake == null) {
                    if (demand.get() == 0) {
                        subscription.awaitChange();
                        continue;
                    }
                    Tuple tuple = subscription.take(Long.MAX_VALUE);
                    if (tuple != null) {
                        if (demand.get() != Long.MAX_VALUE) {
                            demand.decrementAndGet();
                        }
                        subscriber.onNext(tuple);
                    }
                }
                if (mistake != null) {
                    subscription.close();
                    subscriber.onError(mistake);
                } else if (subscription.isEnded()) {
                    subscriber.onComplete();
                }
            } catch (InterruptedException e) {
                subscription.close();
            } catch (Throwable e) {
                // By rule 2.13 of Reactive Streams, a subscriber that throws counts as having cancelled
                subscription.failed();
                subscription.close();
                LOG.warn(
                        "the subscriber of results '{}' throws, its subscription is ended",
                        subscription.name(),
                        Foreign.readable(e));
            }
        }
    }
}
