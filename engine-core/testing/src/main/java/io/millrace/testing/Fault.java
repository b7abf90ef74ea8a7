// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A fault that replaces the execution of some tuples of a bolt. Ticks are not affected. Immutable: each method returns
 * another fault. By default it applies to the next tuple only.
 *
 * <pre>{@code
 * Fault.fail().nth(3)
 * Fault.throwing(new IllegalStateException("no connection")).when(tuple -> tuple.getInt("id") == 4).times(2)
 * }</pre>
 */
public final class Fault {

    enum Action {
        FAIL,
        LOSE,
        THROW
    }

    private static final Predicate<Tuple> ANY = tuple -> true;

    private final Action action;
    private final RuntimeException exception;
    private final Predicate<Tuple> which;
    private final int first;
    private final int count;

    private Fault(Action action, RuntimeException exception, Predicate<Tuple> which, int first, int count) {
        this.action = action;
        this.exception = exception;
        this.which = which;
        this.first = first;
        this.count = count;
    }

    /** The tuple is failed, as by {@link io.millrace.api.BoltCollector#fail}: its trees fail at once. */
    public static Fault fail() {
        return new Fault(Action.FAIL, null, ANY, 1, 1);
    }

    /** The tuple is lost: it is neither acked nor failed, and its trees time out. */
    public static Fault lose() {
        return new Fault(Action.LOSE, null, ANY, 1, 1);
    }

    /** {@code execute} throws: the tuple fails, and the error is counted and logged. */
    public static Fault throwing(RuntimeException exception) {
        return new Fault(Action.THROW, Objects.requireNonNull(exception, "exception"), ANY, 1, 1);
    }

    /** Restricts the fault to tuples for which the predicate holds. Other tuples are not counted either. */
    public Fault when(Predicate<Tuple> holds) {
        return new Fault(action, exception, Objects.requireNonNull(holds, "predicate"), first, count);
    }

    /**
     * Starts the fault with the k-th tuple from now on.
     *
     * @param k at least 1, which is the next tuple
     * @throws TopologyException if {@code k} is below 1
     */
    public Fault nth(int k) {
        return new Fault(action, exception, which, atLeastOne("the tuple that a fault begins with", k), count);
    }

    /**
     * Applies the fault to this many tuples.
     *
     * @param tuples at least 1
     * @throws TopologyException if {@code tuples} is below 1
     */
    public Fault times(int tuples) {
        return new Fault(action, exception, which, first, atLeastOne("the number of tuples of a fault", tuples));
    }

    /** Applies the fault to all tuples from its first one on. */
    public Fault always() {
        return times(Integer.MAX_VALUE);
    }

    private static int atLeastOne(String what, int number) {
        if (number < 1) {
            throw new TopologyException(what + " is " + number + ": it is at least 1");
        }
        return number;
    }

    Action action() {
        return action;
    }

    RuntimeException exception() {
        return exception;
    }

    /** An injected fault, which counts the tuples. */
    final class Armed {

        private int left = count;
        private int before = first - 1;

        /** Counts the tuple, and returns whether the fault applies to it. */
        boolean appliesTo(Tuple tuple) {
            if (left == 0 || !which.test(tuple)) {
                return false;
            }
            if (before > 0) {
                before--;
                return false;
            }
            left--;
            return true;
        }

        Fault fault() {
            return Fault.this;
        }

        boolean isSpent() {
            return left == 0;
        }
    }
}
