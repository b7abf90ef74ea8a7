// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

/**
 * The transport's channels. Each target task has one, and a second one for tuples from inside a cycle of components,
 * whose credit is never withheld (see {@link CycleEdges}).
 */
public final class NetChannel {

    private static final int INSIDE_CYCLE = 1 << 30;

    private NetChannel() {}

    static int insideCycle(int task) {
        return task | INSIDE_CYCLE;
    }

    public static boolean isInsideCycle(int channel) {
        return (channel & INSIDE_CYCLE) != 0;
    }

    public static int task(int channel) {
        return channel & ~INSIDE_CYCLE;
    }
}
