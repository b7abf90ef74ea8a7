/**
 * Counts words: {@link io.millrace.examples.wordcount.FirstWordCount} is a whole topology in one file, to start from;
 * {@link io.millrace.examples.wordcount.WordCount} reads a file, survives the death of its workers and counts every
 * word once.
 */
package io.millrace.examples.wordcount;
