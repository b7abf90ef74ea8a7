/** The commands of {@code millrace}: they read arguments, call the packages below, print, and choose the exit code. */
package io.millrace.cli;
