// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.buffering;

import io.millrace.api.BuffersInputs;
import java.util.function.BiConsumer;

/** Decides when a bolt that holds inputs must process them. Confined to the thread of the task's executor. */
final class BufferedInputs {

    /** The most inputs of a turn, as holding an input costs little. */
    static final int MOST_PER_TURN = 256;

    private static final int NOT_DUE = -1;

    private final BuffersInputs bolt;
    private final Runnable release;
    private final BiConsumer<String, Throwable> broken;

    /**
     * The number of waiting inputs that are to be executed before the bolt processes all, counted when its time came.
     */
    private int takeAlong = NOT_DUE;

    /**
     * @param broken called with the exception of a method of the bolt that tells what it holds: its task cannot go on
     */
    BufferedInputs(BuffersInputs bolt, BiConsumer<String, Throwable> broken) {
        this.bolt = bolt;
        this.broken = broken;
        this.release = bolt::release;
    }

    boolean holdsAny() {
        return deadline() != BuffersInputs.NEVER;
    }

    /** Returns when the bolt must process what it holds; {@link Long#MAX_VALUE} if it holds nothing. */
    long deadline() {
        try {
            return bolt.deadline();
        } catch (Throwable e) {
            broken.accept("deadline", e);
            return BuffersInputs.NEVER;
        }
    }

    /** Lets the bolt process what it holds. */
    Runnable release() {
        takeAlong = NOT_DUE;
        return release;
    }

    /** A turn begins with this number of waiting inputs. */
    void begin(long now, int waiting) {
        if (deadline() > now) {
            takeAlong = NOT_DUE;
        } else if (takeAlong == NOT_DUE) {
            takeAlong = waiting;
        }
    }

    /**
     * An input was executed, and this number is waiting.
     *
     * @return whether the turn must end, because the bolt has processed what it held, or is about to
     */
    boolean executed(long now, int waiting) {
        if (takeAlong > 0) {
            takeAlong--;
        }
        begin(now, waiting);
        return takeAlong == 0 || !holdsAny();
    }

    /** @param waits whether an input waits that can be executed */
    boolean isDue(long now, boolean waits) {
        return deadline() <= now && (takeAlong == 0 || !waits);
    }
}
