/** What {@code millrace top} shows: two readings of topologies, the rates between them, and their tables. */
package io.millrace.cli.top;
