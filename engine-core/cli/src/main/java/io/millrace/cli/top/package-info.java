// SPDX-License-Identifier: Apache-2.0
/**
 * The output of {@code millrace top}: two readings of topologies, the rates between them, and their tables. The main
 * thread calls.
 */
package io.millrace.cli.top;
