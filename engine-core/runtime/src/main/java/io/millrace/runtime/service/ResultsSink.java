// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.metrics.AwaitedSubscription;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine's bolt of a bolt for results in a topology. It hands each tuple to all subscriptions. While one of them
 * has no room, it takes no input. Confined to its task's thread.
 */
final class ResultsSink implements Bolt {

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(ResultsSink.class);

    /**
     * The time after which a missing subscription is reported: a service may subscribe after its topology has begun.
     */
    private static final long NOTICED_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final transient ResultsPort port;
    private final boolean holds;
    private final transient List<ResultTarget> refusing = new ArrayList<>();
    private transient BoltCollector out;
    private transient SubscriberGauges gauges;

    /** The tuple that some subscriptions have not taken; null if there is none. */
    private transient Tuple held;

    private transient TaskContext context;

    /** Whether the held tuple waits for the first subscription. */
    private boolean awaitsSubscription;

    private long awaitedSince;

    ResultsSink(ResultsPort port, boolean holds) {
        this.port = port;
        this.holds = holds;
    }

    @Override
    public void prepare(TaskContext context, BoltCollector collector) {
        out = collector;
        this.context = context;
        gauges = new SubscriberGauges(context, port);
        gauges.update();
        if (holds) {
            context.gauge(AwaitedSubscription.SECONDS, this::awaitedSeconds);
        }
        port.open(context::execute, this::retry);
    }

    @Override
    public void execute(Tuple input) {
        if (input.isTick()) {
            return;
        }
        held = input;
        offerToAll();
        if (awaitsSubscription) {
            awaitedSince = context.nanoTime();
            context.executeAt(awaitedSince + NOTICED_NANOS, this::warnIfAwaited);
        }
        if (held != null) {
            out.pauseInput();
        }
    }

    private void offerToAll() {
        List<ResultTarget> targets = port.targets();
        awaitsSubscription = holds && targets.isEmpty();
        for (ResultTarget target : targets) {
            if (!target.offer(held)) {
                refusing.add(target);
            }
        }
        ackIfTaken();
    }

    private double awaitedSeconds() {
        long nanos = awaitsSubscription ? context.nanoTime() - awaitedSince : 0;
        return nanos < NOTICED_NANOS ? 0 : nanos / 1e9;
    }

    private void warnIfAwaited() {
        long seconds = (long) awaitedSeconds();
        if (seconds > 0) {
            LOG.warn("{}", new AwaitedSubscription(context.componentId(), seconds).line());
        }
    }

    private void ackIfTaken() {
        if (refusing.isEmpty() && !awaitsSubscription) {
            Tuple taken = held;
            held = null;
            out.ack(taken);
        }
    }

    /** Runs as a command of the task when a subscription has come or gone, or has room again. */
    private void retry() {
        port.taken();
        gauges.update();
        if (held == null) {
            return;
        }
        if (awaitsSubscription) {
            offerToAll();
        } else {
            List<ResultTarget> targets = port.targets();
            refusing.removeIf(target -> !targets.contains(target) || target.offer(held));
            ackIfTaken();
        }
        if (held == null) {
            out.resumeInput();
        }
    }

    @Override
    public void close() {
        port.close();
    }
}
