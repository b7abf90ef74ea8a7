// SPDX-License-Identifier: Apache-2.0
/**
 * The demonstration: counts the words of real text on an embedded cluster with the example jar, shows a live table, and
 * compares the counts with those of another method. The main thread calls.
 */
package io.millrace.cli.demo;
