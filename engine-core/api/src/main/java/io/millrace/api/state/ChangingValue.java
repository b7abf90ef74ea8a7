package io.millrace.api.state;

/**
 * A value of a {@link ValueState} that is changed in place, after {@link ValueState#change}, instead of being replaced: without an allocation, or
 * a check of its contents, for each change. Snapshots contain its {@link #content}, which is what the state has after a restore: make the object
 * of it then, and set that.
 *
 * <p>If the state has not changed since a snapshot to which the topology goes back, the object itself may come to the next instance of the component: it must refer
 * to nothing of the one that has made it, or replace that.
 */
public interface ChangingValue {

    /** Returns another object of the same content. Called before the first change after a snapshot has begun, as that still reads this one. */
    ChangingValue copy();

    /**
     * Returns what snapshots write, as any other value. Called by a thread of the engine too, while the object does not change; it must not be changed
     * by this.
     */
    Object content();
}
