// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

/**
 * A setting that could be chosen.
 *
 * @param refusal why it must not be chosen; empty if it may
 * @param pareto whether no other setting with enough capacity is both faster in the mean and cheaper
 */
public record Alternative(Setting setting, Prediction prediction, String refusal, boolean pareto) {}
