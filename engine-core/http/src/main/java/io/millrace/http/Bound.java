// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

/** A bound of {@link HttpLimits} for which a server closes connections. */
public enum Bound {
    CONNECTIONS,
    CONNECTIONS_PER_ADDRESS,
    HELD_BYTES
}
