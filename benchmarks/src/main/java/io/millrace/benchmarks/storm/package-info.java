/** What the plug-ins for Storm win on Storm. */
package io.millrace.benchmarks.storm;
