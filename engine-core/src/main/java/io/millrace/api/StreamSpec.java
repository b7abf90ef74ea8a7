package io.millrace.api;

/** One output of a component. */
public record StreamSpec(String name, Fields fields, boolean direct) {}
