// SPDX-License-Identifier: Apache-2.0
/**
 * The commands of {@code millrace}, one class each. A command reads its arguments, calls the packages below through
 * {@link io.millrace.cli.backend.Backend}, prints, and chooses the exit code. Commands run on the main thread; the
 * shutdown hook of {@link io.millrace.cli.exit.StopSignal} handles signals.
 */
package io.millrace.cli;
