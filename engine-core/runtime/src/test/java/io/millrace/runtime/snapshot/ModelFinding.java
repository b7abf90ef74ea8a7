// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import java.util.List;

/**
 * The result of an exploration.
 *
 * @param damage damage; null if there is none
 * @param trace shortest sequence of steps that leads there
 */
record ModelFinding(ModelDamage damage, String what, int states, List<String> trace) {

    @Override
    public String toString() {
        if (damage == null) {
            return "holds in " + states + " states";
        }
        StringBuilder text = new StringBuilder(damage + ": " + what + ", after " + states + " states, by\n");
        for (int i = 0; i < trace.size(); i++) {
            text.append(String.format("%9d  %s%n", i + 1, trace.get(i)));
        }
        return text.toString();
    }
}
