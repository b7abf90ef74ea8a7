/**
 * The commands of {@code millrace}, one class each: they read arguments, call the packages below through
 * {@link io.millrace.cli.backend.Backend}, print, and choose the exit code. Everything runs on the main thread; a signal is
 * heard by the shutdown hook of {@link io.millrace.cli.exit.StopSignal}.
 */
package io.millrace.cli;
