package io.millrace.cluster.model;

/** The answer to an offered file: whether the controller already has it. */
public record OfferResponse(boolean here) {}
