// SPDX-License-Identifier: Apache-2.0
/** The texts of {@code millrace engines}. Stateless; any thread may call. */
package io.millrace.cli.engines;
