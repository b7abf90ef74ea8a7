package io.millrace.runtime.service;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import java.util.ArrayList;
import java.util.List;

/**
 * The bolt that the engine runs where a topology has a bolt for results. It hands each tuple to all subscriptions. While
 * one of them has no room, it takes no input. Confined to its task's thread.
 */
final class ResultsSink implements Bolt {

    private static final long serialVersionUID = 1L;

    private final transient ResultsPort port;
    private final boolean holds;
    private final transient List<ResultTarget> refusing = new ArrayList<>();
    private transient BoltCollector out;
    private transient SubscriberGauges gauges;

    /** The tuple that has not been taken by all; null if there is none. */
    private transient Tuple held;

    /** Whether the held tuple waits for the first subscription. */
    private boolean awaitsSubscription;

    ResultsSink(ResultsPort port, boolean holds) {
        this.port = port;
        this.holds = holds;
    }

    @Override
    public void prepare(TaskContext context, BoltCollector collector) {
        out = collector;
        gauges = new SubscriberGauges(context, port);
        gauges.update();
        port.open(context::execute, this::retry);
    }

    @Override
    public void execute(Tuple input) {
        if (input.isTick()) {
            return;
        }
        held = input;
        offerToAll();
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
