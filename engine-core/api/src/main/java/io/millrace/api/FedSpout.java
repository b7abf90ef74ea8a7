// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.error.TopologyException;

/**
 * A spout whose tuples come from a service, by {@link RunningTopology#feed} and {@link RunningTopology#ask}. Immutable:
 * each method returns a changed copy. {@code Spouts.fed} makes one:
 *
 * <pre>{@code
 * builder.setSpout("scores", Spouts.fed(Fields.of("user", "amount")).answers("score"));
 * }</pre>
 *
 * <p>With several tasks, tuples are distributed over them. A tuple that is sent or asked is tracked. An offered tuple
 * is tracked only with {@link #retries}.
 */
public final class FedSpout implements Spout, ServiceEnd.Holder {

    private static final long serialVersionUID = 1L;

    /** The most repetitions of a tuple: one that fails so often will not succeed later. */
    static final int MOST_RETRIES = 1_000_000;

    private final Fields fields;
    private final Fields answers;
    private final int retries;

    public FedSpout(Fields fields, Fields answers, int retries) {
        this.fields = fields;
        this.answers = answers;
        this.retries = retries;
    }

    /**
     * Declares the values of an answer, see {@link BoltCollector#answer}. Without this call an answer has no values.
     *
     * @throws IllegalArgumentException if a name is missing or given twice
     */
    public FedSpout answers(String... names) {
        return new FedSpout(fields, Fields.of(names), retries);
    }

    /**
     * Repeats a tuple that failed or timed out. A tuple that lost a part with a dead worker is repeated anyway, as
     * often as needed.
     *
     * @param most repetitions of one tuple, 0 (the default) to 1,000,000
     */
    public FedSpout retries(int most) {
        if (most < 0 || most > MOST_RETRIES) {
            throw new TopologyException("a fed spout repeats a tuple " + most + " times: take 0 to " + MOST_RETRIES);
        }
        return new FedSpout(fields, answers, most);
    }

    @Override
    public ServiceEnd serviceEnd() {
        return new ServiceEnd(ServiceEnd.Kind.FED, answers, retries, false);
    }

    @Override
    public void declareOutputs(OutputDeclarer out) {
        out.declare(fields.names().toArray(String[]::new));
    }

    /** Does nothing: an engine that can be fed calls a spout of its own instead of this one. */
    @Override
    public void open(TaskContext context, SpoutCollector out) {}

    @Override
    public void nextTuple() {}
}
