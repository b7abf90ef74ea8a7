// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

/** Why a batch was skipped. */
public enum LateCause {
    /** Other batches have waited for it as long as the policy lets them. */
    WAIT,
    /** The number of later batches that have come is the most that the policy lets wait. */
    BEHIND,
    /** A marker that was sent after it has come before it. */
    MARKER
}
