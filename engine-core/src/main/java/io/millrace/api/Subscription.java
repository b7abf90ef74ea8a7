package io.millrace.api;

/** One input of a bolt. */
public record Subscription(String source, String stream, Grouping grouping) {}
