// SPDX-License-Identifier: Apache-2.0
/** What writing a tuple's values into memory and reading them costs. */
package io.millrace.benchmarks.codec;
