/** How results reach a person or a script: tables, JSON, units. */
package io.millrace.cli.terminal;
