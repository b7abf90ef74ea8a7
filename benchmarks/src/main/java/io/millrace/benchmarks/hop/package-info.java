// SPDX-License-Identifier: Apache-2.0
/** What a tuple costs on its way from one bolt to the next: within an executor, through a queue, and over a ring. */
package io.millrace.benchmarks.hop;
