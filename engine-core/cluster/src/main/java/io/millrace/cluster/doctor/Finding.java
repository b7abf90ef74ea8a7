// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

/**
 * The result of one check.
 *
 * @param check the subject of the check, such as {@code java} or a setting's name
 * @param found the state, in one line
 * @param remedy the remedy, in one line; empty if none is needed
 */
public record Finding(String check, Verdict verdict, String found, String remedy) {

    static Finding ok(String check, String found) {
        return new Finding(check, Verdict.OK, found, "");
    }

    static Finding warning(String check, String found, String remedy) {
        return new Finding(check, Verdict.WARNING, found, remedy);
    }

    static Finding problem(String check, String found, String remedy) {
        return new Finding(check, Verdict.PROBLEM, found, remedy);
    }
}
