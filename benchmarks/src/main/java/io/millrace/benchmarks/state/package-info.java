// SPDX-License-Identifier: Apache-2.0
/** What reading and changing the states of a task costs, and what a snapshot adds. */
package io.millrace.benchmarks.state;
