// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

/** The severity of a finding. */
public enum Verdict {
    OK,
    /** The daemons work, but not as well as they could. */
    WARNING,
    /** A daemon or its workers will fail. */
    PROBLEM
}
