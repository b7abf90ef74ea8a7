// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import java.util.SplittableRandom;

/** A random shape, setting and course of faults, compared with the model of the shape. */
final class Scenario {

    /** The size of what a run has tested. */
    record Size(int rows, int lanes, int turns) {}

    private Scenario() {}

    /** Fails, with the seed and the shape, if the run shows other rows than the model. */
    static Size check(Faults faults, long seed, Mutant mutant) {
        Shape shape = RandomShape.of(seed);
        Setting setting = Setting.random(seed, faults == Faults.ZOMBIES ? 2 : 1, shape.isSlow());
        try {
            Expectation expected = Expectation.of(shape);
            try (Run run = new Run(shape, setting, mutant)) {
                faults.afflict(run, new SplittableRandom(~seed));
                expected.check(run.finish());
                return new Size(expected.size(), expected.lanes(), run.turn());
            }
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "seed " + seed + " of " + faults + ": " + e.getMessage() + ": " + shape + " in " + setting, e);
        }
    }
}
