package io.millrace.cluster.model;

/** Whether the controller has a file already that a client is about to put. */
public record OfferResponse(boolean here) {}
