// SPDX-License-Identifier: Apache-2.0
/**
 * The output of {@code millrace latency}: the stages of a tuple's way, their shares, and bars. Stateless; any thread
 * may call.
 */
package io.millrace.cli.stages;
