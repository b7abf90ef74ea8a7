// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

import io.millrace.api.BoltCollector;
import io.millrace.api.Tuple;
import io.millrace.api.error.Foreign;
import java.util.List;

/**
 * Calls a {@link BatchBolt}, and acks or fails the tuples as {@link BatchErrors} says. Confined to the task's thread.
 */
final class BatchCalls {

    /** The number of single tuples that fail, while no part succeeds, after which the fault is not that of a tuple. */
    private static final int HOPELESS = 3;

    private final BatchBolt function;
    private final BatchErrors errors;
    private final BoltCollector out;
    private final BatchEmissions emissions;

    // Whether a part of the executed batch has succeeded
    private boolean succeeded;
    private int failedSingles;
    private Exception failure;

    BatchCalls(BatchBolt function, BatchErrors errors, BoltCollector out) {
        this.function = function;
        this.errors = errors;
        this.out = out;
        this.emissions = new BatchEmissions(out);
    }

    /**
     * Executes a batch. All its tuples are acked or failed afterwards, also if this throws.
     *
     * <p>Throws the first exception of the function, if tuples have failed. Further exceptions have been reported.
     */
    void execute(List<Tuple> batch) {
        succeeded = false;
        failedSingles = 0;
        try {
            call(batch);
        } catch (Throwable e) {
            emissions.drop();
            fail(batch, e);
            if (failure != null) {
                out.reportError(failure);
                failure = null;
            }
            throw e;
        }
        if (failure != null) {
            Exception thrown = failure;
            failure = null;
            BatchCalls.<RuntimeException>rethrow(thrown);
        }
    }

    /** Throws an exception again, also a checked one that the function does not declare. */
    @SuppressWarnings("unchecked")
    static <E extends Throwable> void rethrow(Throwable error) throws E {
        throw (E) error;
    }

    private void call(List<Tuple> part) {
        try {
            emissions.begin(part);
            function.execute(part, emissions);
        } catch (Exception e) {
            emissions.drop();
            failed(part, e);
            return;
        }
        succeeded = true;
        try {
            emissions.send();
        } catch (RuntimeException e) {
            // An emission does not fit the declared streams, and would not fit the next time
            give(e);
            fail(part, e);
            return;
        }
        for (int i = 0; i < part.size(); i++) {
            out.ack(part.get(i));
        }
    }

    private void failed(List<Tuple> part, Exception error) {
        if (errors == BatchErrors.FAIL_ALL || part.size() == 1) {
            failedSingles++;
            give(error);
            fail(part, error);
            return;
        }
        int half = part.size() / 2;
        call(part.subList(0, half));
        List<Tuple> rest = part.subList(half, part.size());
        if (!succeeded && failedSingles >= HOPELESS) {
            fail(rest, error);
        } else {
            call(rest);
        }
    }

    private void give(Exception error) {
        if (failure == null) {
            failure = error;
        } else {
            out.reportError(error);
        }
    }

    private void fail(List<Tuple> tuples, Throwable error) {
        String reason = Foreign.line(error);
        for (Tuple tuple : tuples) {
            out.fail(tuple, reason);
        }
    }
}
