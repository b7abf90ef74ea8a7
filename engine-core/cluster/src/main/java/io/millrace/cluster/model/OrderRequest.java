package io.millrace.cluster.model;

/**
 * The request that sets how tuples of a stream are delivered in other regions.
 *
 * @param stream COMPONENT, or COMPONENT:STREAM
 * @param order as {@code topology.geo.order} takes it
 */
public record OrderRequest(String stream, String order) {}
