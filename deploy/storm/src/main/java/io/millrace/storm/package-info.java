// SPDX-License-Identifier: Apache-2.0
/**
 * Runs main classes that were compiled against Apache Storm: {@link io.millrace.storm.StormMain}. This module is
 * never on the engine's class path; it travels with a topology, in the topology's class loader.
 */
package io.millrace.storm;
