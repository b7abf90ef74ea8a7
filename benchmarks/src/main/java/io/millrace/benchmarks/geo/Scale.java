package io.millrace.benchmarks.geo;

/**
 * How much is measured.
 *
 * @param quick whether little of each, to see that it runs
 * @param seconds of what takes a given time: a rate that varies, and the monitoring system's events
 */
record Scale(boolean quick, int seconds) {}
