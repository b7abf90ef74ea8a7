// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.mutant.ChangedEngine;
import java.util.function.LongFunction;

/** Finds the damage of a run of {@link Scenario}. {@link ChangedEngine} makes it in its own class loader. */
public final class Probe implements LongFunction<String> {

    private final Faults faults;

    public Probe(String faults) {
        this.faults = Faults.valueOf(faults);
    }

    @Override
    public String apply(long seed) {
        try {
            Scenario.check(faults, seed, Mutant.NONE);
            return "";
        } catch (AssertionError e) {
            return e.getMessage();
        }
    }
}
