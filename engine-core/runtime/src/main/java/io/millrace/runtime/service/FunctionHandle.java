// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Fields;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.TopologyFunction;
import io.millrace.api.Tuple;
import io.millrace.api.config.TopologyKeys;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The handle that asks a fed spout. Immutable.
 *
 * @param mostPending most requests that may be under way
 * @param mostNanos time-out of a request; 0 for none
 */
record FunctionHandle(
        SpoutFeed spoutFeed,
        FieldCheck check,
        Fields answers,
        LongSupplier clock,
        int mostPending,
        long mostNanos,
        boolean repeated)
        implements TopologyFunction {

    static FunctionHandle of(SpoutFeed spoutFeed, ComponentSpec spec, LongSupplier clock, int mostPending) {
        return new FunctionHandle(
                spoutFeed, FieldCheck.of(spec), spec.service().answers(), clock, mostPending, 0, true);
    }

    @Override
    public String name() {
        return spoutFeed.spout();
    }

    @Override
    public Fields fields() {
        return check.fields();
    }

    @Override
    public CompletionStage<Tuple> ask(Object... values) {
        check.check(values);
        LocalRequest.Asked asked = new LocalRequest.Asked(spoutFeed, values, clock.getAsLong(), repeated, mostNanos);
        int before = spoutFeed.pending().getAndIncrement();
        String end = spoutFeed.end();
        if (end != null) {
            asked.fail(Reason.CLOSED, "'" + name() + "' cannot be asked: " + end);
            return asked;
        }
        if (before >= mostPending) {
            asked.fail(
                    Reason.NO_ROOM,
                    "'" + name() + "' has " + before + " requests under way: wait for answers, or raise "
                            + TopologyKeys.ASK_PENDING.name());
            return asked;
        }
        if (mostNanos > 0) {
            asked.orTimeout(mostNanos, TimeUnit.NANOSECONDS);
        }
        spoutFeed.ask(asked);
        return asked;
    }

    @Override
    public TopologyFunction timeout(Duration most) {
        if (most.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException("the time-out of '" + name() + "' is " + most + ": take at least 1 ms");
        }
        return new FunctionHandle(spoutFeed, check, answers, clock, mostPending, most.toNanos(), repeated);
    }

    @Override
    public TopologyFunction failOnWorkerDeath() {
        return new FunctionHandle(spoutFeed, check, answers, clock, mostPending, mostNanos, false);
    }

    @Override
    public int pending() {
        return spoutFeed.pending().get();
    }
}
