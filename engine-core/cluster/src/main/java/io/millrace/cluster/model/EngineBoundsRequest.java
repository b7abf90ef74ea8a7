package io.millrace.cluster.model;

/**
 * The request that sets how many engines each task of a component has.
 *
 * @param bounds {@code MIN..MAX}, or one number for both
 */
public record EngineBoundsRequest(String component, String bounds) {}
