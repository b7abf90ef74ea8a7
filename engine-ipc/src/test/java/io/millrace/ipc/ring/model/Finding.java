// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import java.util.List;

/**
 * What an exploration found.
 *
 * @param damage null if there is none
 * @param what in words
 * @param trace a shortest sequence of steps that leads there
 */
record Finding(Damage damage, String what, int states, List<String> trace) {
    boolean holds() {
        return damage == null;
    }

    @Override
    public String toString() {
        if (holds()) {
            return "holds in " + states + " states";
        }
        StringBuilder text = new StringBuilder(damage + ": " + what + ", after " + states + " states, by\n");
        for (int i = 0; i < trace.size(); i++) {
            text.append(String.format("%9d  %s%n", i + 1, trace.get(i)));
        }
        return text.toString();
    }
}
