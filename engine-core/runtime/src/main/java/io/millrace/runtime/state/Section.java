// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

/**
 * The tables of one state, or of timers, in a capture.
 *
 * @param kind kind of {@link BlockDescriptor}
 * @param head values of its head
 * @param tables tables by block; read only
 */
record Section(byte kind, Object[] head, CopyOnWriteMap[] tables) {

    private static final Object[] NO_HEAD = {};

    static Section of(Handle state) {
        Object[] head = new Object[1 + state.classes().size()];
        head[0] = state.spec().name();
        for (int i = 1; i < head.length; i++) {
            head[i] = state.classes().get(i - 1).getTypeName();
        }
        return new Section(
                BlockDescriptor.kind(state.spec().form()), head, state.tables().share());
    }

    static Section of(byte kind, TimerQueue timers) {
        return new Section(kind, NO_HEAD, timers.tables().share());
    }

    /** Returns how many keys or timers a block has. */
    int entries(int block) {
        return tables[block].size();
    }
}
