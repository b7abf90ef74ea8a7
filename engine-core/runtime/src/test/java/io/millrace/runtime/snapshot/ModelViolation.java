// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

/** A step has done damage. */
final class ModelViolation extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ModelDamage damage;

    ModelViolation(ModelDamage damage, String what) {
        super(what, null, false, false);
        this.damage = damage;
    }

    ModelDamage damage() {
        return damage;
    }
}
