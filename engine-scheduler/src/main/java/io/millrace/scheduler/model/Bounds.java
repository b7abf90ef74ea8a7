// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

/** The range checks of the problem's records. They give all errors the same wording. */
final class Bounds {
    private Bounds() {}

    static void check(String owner, String field, long value, long least, long most) {
        if (value < least || value > most) {
            throw new InvalidProblemException(
                    owner + ": " + field + " is " + value + ", must be " + least + " to " + most);
        }
    }

    static void check(String owner, String field, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw new InvalidProblemException(
                    owner + ": " + field + " is " + value + ", must be " + least + " to " + most);
        }
    }

    static void name(String what, String id) {
        if (id == null || id.isBlank()) {
            throw new InvalidProblemException(what + " without an id: give it a name that is not blank");
        }
        if (id.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidProblemException(
                    what + " " + ErrorText.quote(id) + ": its id contains a control character: use printable ones");
        }
    }
}
