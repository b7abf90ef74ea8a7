// SPDX-License-Identifier: Apache-2.0
/** Whether two results of JMH differ by more than noise: {@link io.millrace.benchmarks.compare.Compare} reads files. */
package io.millrace.benchmarks.compare;
