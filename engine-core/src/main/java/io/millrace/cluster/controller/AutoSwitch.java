package io.millrace.cluster.controller;

/** What is posted to turn the automatic mode on or off. */
public record AutoSwitch(boolean on) {}
