package io.millrace.cluster.model;

/** The request that turns the automatic mode on or off. */
public record AutoRebalanceRequest(boolean on) {}
