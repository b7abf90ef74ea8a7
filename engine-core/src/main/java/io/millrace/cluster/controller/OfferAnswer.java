package io.millrace.cluster.controller;

/** Whether the controller has a file already that a client is about to put. */
public record OfferAnswer(boolean here) {}
