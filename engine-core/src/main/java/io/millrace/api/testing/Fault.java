package io.millrace.api.testing;

import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * What shall befall some of the tuples that reach a bolt, instead of being executed; ticks are spared. Immutable: each
 * method gives another fault. Without more it befalls the next tuple only.
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

    /** The tuple is lost: nobody acks or fails it, and its trees fail by time-out. */
    public static Fault lose() {
        return new Fault(Action.LOSE, null, ANY, 1, 1);
    }

    /** {@code execute} throws: the tuple fails, and the error is counted and logged. */
    public static Fault throwing(RuntimeException exception) {
        return new Fault(Action.THROW, Objects.requireNonNull(exception, "exception"), ANY, 1, 1);
    }

    /** Only tuples of which this holds are befallen and counted. */
    public Fault when(Predicate<Tuple> holds) {
        return new Fault(action, exception, Objects.requireNonNull(holds, "predicate"), first, count);
    }

    /** Begins with the k-th tuple from now on, 1 being the next; a k below 1 is a {@link TopologyException}. */
    public Fault nth(int k) {
        return new Fault(action, exception, which, atLeastOne("the tuple that a fault begins with", k), count);
    }

    /** Befalls so many tuples; below 1 it is a {@link TopologyException}. */
    public Fault times(int tuples) {
        return new Fault(action, exception, which, first, atLeastOne("the number of tuples of a fault", tuples));
    }

    /** Befalls all tuples from then on. */
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

    /** A fault that waits for its tuples; one per injection. */
    final class Armed {

        private int left = count;
        private int before = first - 1;

        /** Whether it befalls this tuple, which is then counted. */
        boolean befalls(Tuple tuple) {
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
