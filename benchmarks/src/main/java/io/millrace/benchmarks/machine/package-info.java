// SPDX-License-Identifier: Apache-2.0
/** What every benchmark needs of the machine it runs on. */
package io.millrace.benchmarks.machine;
