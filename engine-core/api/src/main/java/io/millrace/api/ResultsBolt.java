// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

/**
 * A bolt from which a service takes tuples, by {@link RunningTopology#results}. Immutable. {@code Bolts.results} makes
 * one:
 *
 * <pre>{@code
 * builder.setBolt("alerts", Bolts.results()).shuffle("detect");
 * }</pre>
 *
 * <p>A tuple is acked when each subscription has taken it. While there is no subscription, tuples wait, so that their
 * sources are held back and nothing is lost; {@link #discarding} changes that.
 */
public final class ResultsBolt implements Bolt, ServiceEnd.Holder {

    private static final long serialVersionUID = 1L;

    private final boolean holds;
    private transient BoltCollector out;

    public ResultsBolt(boolean holds) {
        this.holds = holds;
    }

    /** Acks and discards tuples while there is no subscription. */
    public ResultsBolt discarding() {
        return new ResultsBolt(false);
    }

    @Override
    public ServiceEnd serviceEnd() {
        return new ServiceEnd(ServiceEnd.Kind.RESULTS, Fields.of(), 0, holds);
    }

    @Override
    public void prepare(TaskContext context, BoltCollector out) {
        this.out = out;
    }

    /** Acks the input: an engine from which results can be taken calls a bolt of its own instead of this one. */
    @Override
    public void execute(Tuple input) {
        out.ack(input);
    }
}
