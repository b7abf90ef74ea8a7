// SPDX-License-Identifier: Apache-2.0
/**
 * Counts words: {@link io.millrace.examples.wordcount.FirstWordCount} is a whole topology in one file, to start from;
 * {@link io.millrace.examples.wordcount.WordCount} reads a file, and counts each word exactly once although its workers
 * die.
 */
package io.millrace.examples.wordcount;
