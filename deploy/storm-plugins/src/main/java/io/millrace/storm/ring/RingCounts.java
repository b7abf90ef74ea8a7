// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.Constants;
import org.apache.storm.metrics2.StormMetricRegistry;

/** Counts the messages of one connection by ring, as gauges beside those that Storm has of its Netty connections. */
final class RingCounts implements AutoCloseable {
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final Optional<StormMetricRegistry> registry;
    private final Set<Metric> gauges = new HashSet<>();

    RingCounts(Optional<StormMetricRegistry> registry, RingAddress receiver) {
        this.registry = registry;
        register("__send-ring-sent-", receiver, sent);
        register("__send-ring-lost-", receiver, lost);
    }

    private void register(String name, RingAddress receiver, AtomicLong value) {
        Gauge<Long> gauge = value::get;
        registry.ifPresent(metrics -> gauges.add(metrics.gauge(
                name + receiver.host() + ":" + receiver.port(), gauge, Constants.SYSTEM_COMPONENT_ID, (int)
                        Constants.SYSTEM_TASK_ID)));
    }

    void sent(int messages) {
        sent.addAndGet(messages);
    }

    void lost(int messages) {
        lost.addAndGet(messages);
    }

    long sent() {
        return sent.get();
    }

    long lost() {
        return lost.get();
    }

    @Override
    public void close() {
        registry.ifPresent(metrics -> metrics.deregister(gauges));
    }
}
