// SPDX-License-Identifier: Apache-2.0
/** What the plug-ins for Storm win on Storm, and what its topologies win on Millrace. */
package io.millrace.benchmarks.storm;
