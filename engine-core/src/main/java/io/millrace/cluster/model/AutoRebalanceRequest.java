package io.millrace.cluster.model;

/** What is posted to turn the automatic mode on or off. */
public record AutoRebalanceRequest(boolean on) {}
