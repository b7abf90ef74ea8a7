/** What {@code millrace ring stat} shows: readings of rings from outside, the rates between two of them, and their lines. */
package io.millrace.cli.ring;
