// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.runtime.worker.exactlyonce.Steps.Taken;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The death of a worker at a step of an earlier run. As the same seed gives the same run, the worker can die before the
 * turn that takes it.
 *
 * @param pause null for a death. Otherwise the worker is only believed dead, and goes on after this time
 */
record Crash(Taken at, Side side, String victim, Duration pause) {

    /** The time of the death. */
    enum Side {
        /** The worker dies before the turn that takes the step. */
        BEFORE,
        /**
         * The worker dies after that turn, in which the call of the step has failed; whether the pointer was set is not
         * known then.
         */
        WITHIN,
        /** The worker dies after that turn, before any other worker has learnt of it. */
        AFTER
    }

    /** The worker that dies. */
    enum Victim {
        /** The worker that takes the step dies. */
        ITSELF,
        COORDINATOR,
        ANOTHER;

        /** Returns the worker's name; empty if it is that of an earlier constant. */
        Optional<String> among(List<String> workers, String itself) {
            String coordinator = workers.get(0);
            return switch (this) {
                case ITSELF -> Optional.of(itself);
                case COORDINATOR -> Optional.of(coordinator).filter(name -> !name.equals(itself));
                case ANOTHER ->
                    workers.stream()
                            .filter(name -> !name.equals(itself) && !name.equals(coordinator))
                            .findFirst();
            };
        }
    }

    /** Returns the last turn before the death. */
    int turn() {
        return side == Side.BEFORE ? at.turn() - 1 : at.turn();
    }

    /** Runs the topology until the worker dies. */
    void happen(Run run) {
        run.untilTurn(turn());
        if (side != Side.BEFORE && !run.world().steps.taken().contains(at)) {
            throw new AssertionError("the run is not the one in which " + at);
        }
        if (pause == null) {
            run.kill(victim);
        } else {
            run.isolate(victim, pause);
        }
    }

    @Override
    public String toString() {
        String what = pause == null ? " dies " : " is believed dead and stands still for " + pause.toMillis() + " ms ";
        return victim + what + side + " " + at;
    }
}
