// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.machine.Lab;
import java.io.IOException;
import java.nio.file.Path;

/** The delay between hosts while a phase is recorded; the hosts of a preset keep theirs. */
public interface Wire {

    /** The round-trip time, or the least of one that varies: no latency of a crossing is below half of it. */
    double rttMillis();

    /** Lays it, some seconds before the phase is recorded. */
    void lay(Lab lab) throws IOException;

    /** A round-trip time that stays. */
    static Wire constant(double rttMillis) {
        return new Constant(rttMillis);
    }

    /**
     * A round-trip time that varies.
     *
     * @param leastMillis of the trace
     * @param trace for {@link Lab#play}, of {@link NetlabRun#SETTLE_SECONDS} and the time for which it is recorded
     */
    static Wire varying(double leastMillis, Path trace) {
        return new Varying(leastMillis, trace);
    }

    /** See {@link #constant}. */
    record Constant(double rttMillis) implements Wire {

        @Override
        public void lay(Lab lab) throws IOException {
            if (lab.isAlike()) {
                lab.rtt(rttMillis);
            }
        }
    }

    /** See {@link #varying}. */
    record Varying(double rttMillis, Path trace) implements Wire {

        @Override
        public void lay(Lab lab) throws IOException {
            lab.play(trace);
        }
    }
}
