// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import java.nio.file.Path;

/** Another worker: spills into the directory that its argument names, reports that, and lives until it is killed. */
final class SpillingProgram {

    private SpillingProgram() {}

    public static void main(String[] arguments) throws Exception {
        Rig rig = new Rig(Path.of(arguments[0]));
        SpillQueue queue = rig.open("other");
        while (queue.spilledBytes() == 0) {
            queue.offer(Rig.record(0, 1_000));
            rig.settle();
        }
        System.out.println("spilled");
        // The program ends with its parent too
        System.in.read();
    }
}
