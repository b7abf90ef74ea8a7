/** A topology jar on this machine: checks it, loads it apart from the engine's classes, and runs its main method. */
package io.millrace.cli.jar;
