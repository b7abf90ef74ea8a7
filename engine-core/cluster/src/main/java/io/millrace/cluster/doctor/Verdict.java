package io.millrace.cluster.doctor;

/** How bad a finding is. */
public enum Verdict {
    OK,
    /** It works, but not as well as it could. */
    WARNING,
    /** A daemon or its workers will fail. */
    PROBLEM
}
