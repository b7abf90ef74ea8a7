/** What a queue costs that spills to files. */
package io.millrace.benchmarks.spill;
