// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/** A step, or a state, that does damage. */
final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Damage damage;

    Violation(Damage damage, String message, Object... arguments) {
        super(String.format(message, arguments), null, false, false);
        this.damage = damage;
    }

    Damage damage() {
        return damage;
    }
}
