/** What goes between workers on different nodes, as text; stateless, for the command that shows it. */
package io.millrace.cli.peers;
