package io.millrace.transport.geo;

/** Why a batch was skipped. */
public enum LateCause {
    /** Others have waited for it as long as the policy lets them. */
    WAIT,
    /** As many later ones have come as the policy lets wait. */
    BEHIND,
    /** A marker that was sent after it has come before it. */
    MARKER
}
