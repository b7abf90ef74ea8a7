// SPDX-License-Identifier: Apache-2.0
/** What a queue costs that spills to files. */
package io.millrace.benchmarks.spill;
