// SPDX-License-Identifier: Apache-2.0
/** What the plug-ins for Storm win on Storm. */
package io.millrace.benchmarks.storm;
