// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.util.ArrayList;
import java.util.List;

/** The emissions of an engine for its message that the task has not taken. Confined to the engine's thread. */
final class EmissionLot {

    /** The most emissions that are handed to the task at a time. Their bytes are bounded too. */
    private static final int MOST_EMISSIONS = 256;

    private static final long MOST_BYTES = 1 << 20;

    private List<Emission> emissions = new ArrayList<>();
    private long bytes;

    /** Adds an emission. Returns whether the task must take them before there are more. */
    boolean add(Emission emission) {
        emissions.add(emission);
        bytes += emission.bytes();
        return emissions.size() >= MOST_EMISSIONS || bytes >= MOST_BYTES;
    }

    /** Returns the emissions, and begins anew with none. */
    List<Emission> take() {
        List<Emission> taken = emissions;
        emissions = new ArrayList<>();
        bytes = 0;
        return taken;
    }
}
