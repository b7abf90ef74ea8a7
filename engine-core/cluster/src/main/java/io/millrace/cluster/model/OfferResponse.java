package io.millrace.cluster.model;

/** The answer to an offered file, or to the request to keep one: whether it is here already. */
public record OfferResponse(boolean here) {}
