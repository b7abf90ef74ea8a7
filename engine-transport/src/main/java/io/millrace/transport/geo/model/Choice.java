package io.millrace.transport.geo.model;

/**
 * What the oracle has chosen.
 *
 * @param closeSeconds how long the oldest event of a batch may wait until the batch is closed although it is not full
 * @param admitted whether the setting keeps all limits; if not, none does and this one comes closest
 * @param reason in one line for operators
 */
public record Choice(Setting setting, Prediction prediction, double closeSeconds, boolean admitted, String reason) {}
