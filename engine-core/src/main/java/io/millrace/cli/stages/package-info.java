/** What {@code millrace latency} shows: the parts of a tuple's way, their shares, and bars. */
package io.millrace.cli.stages;
