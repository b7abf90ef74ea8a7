/**
 * The demonstration: real text, an embedded cluster, the example jar, a live table, and a count that was made in
 * another way to compare with. Runs on the main thread.
 */
package io.millrace.cli.demo;
