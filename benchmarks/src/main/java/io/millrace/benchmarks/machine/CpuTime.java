// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What all processors of this machine have done so far, in the kernel's ticks: a figure taken without an idle core is
 * one of the machine.
 */
public record CpuTime(long busy, long idle) {

    private static final int IDLE = 4;
    private static final int WAITING = 5;

    public static CpuTime now() throws IOException {
        String[] word;
        try (var lines = Files.lines(Path.of("/proc/stat"))) {
            word = lines.findFirst().orElseThrow().split(" +");
        }
        long idle = 0;
        long all = 0;
        // The eighth is the last that is not part of another one
        for (int i = 1; i <= 8; i++) {
            long ticks = Long.parseLong(word[i]);
            all += ticks;
            idle += i == IDLE || i == WAITING ? ticks : 0;
        }
        return new CpuTime(all - idle, idle);
    }

    /** The share of all processors' time since then that was not idle, 0 to 1. */
    public double busySince(CpuTime before) {
        double spent = busy - before.busy;
        return spent / Math.max(1, spent + idle - before.idle);
    }
}
