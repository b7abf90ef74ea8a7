// SPDX-License-Identifier: Apache-2.0
/**
 * The text of {@code millrace describe --peers}: traffic between workers on different nodes. Stateless; any thread may
 * call.
 */
package io.millrace.cli.peers;
