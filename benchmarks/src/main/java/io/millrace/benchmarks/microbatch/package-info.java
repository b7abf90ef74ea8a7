// SPDX-License-Identifier: Apache-2.0
/** What batches in front of a sink that pays per call cost and win, and how many small records one source takes in. */
package io.millrace.benchmarks.microbatch;
