// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.plan;

/** Two tasks of a topology. The first sends to the second. */
public record TaskPair(int source, int target) {}
