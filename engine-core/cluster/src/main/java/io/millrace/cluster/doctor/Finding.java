package io.millrace.cluster.doctor;

/**
 * The result of one check.
 *
 * @param check what was looked at, such as {@code java} or a setting's name
 * @param found what is there, in one line
 * @param remedy what to do, in one line; empty if nothing
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
