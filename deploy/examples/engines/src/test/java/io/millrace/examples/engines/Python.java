// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.engines;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;

/** Skips tests on machines without Python. */
final class Python {

    private Python() {}

    static void require() throws InterruptedException {
        boolean there;
        try {
            there = new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            there = false;
        }
        if (!there) {
            System.err.println("engines in Python are not tested, as there is no python3: install it");
        }
        assumeTrue(there, "no python3");
    }
}
