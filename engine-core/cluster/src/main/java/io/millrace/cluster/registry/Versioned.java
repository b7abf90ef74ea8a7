// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

/** A value and the version that a compare-and-set of it expects. */
public record Versioned<T>(T value, int version) {}
