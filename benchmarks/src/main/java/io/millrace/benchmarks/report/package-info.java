// SPDX-License-Identifier: Apache-2.0
/** Tables as files, and plots of them, without a display. */
package io.millrace.benchmarks.report;
