// SPDX-License-Identifier: Apache-2.0
/** The text of {@code millrace describe --traffic}: message rates and CPU. Stateless; any thread may call. */
package io.millrace.cli.traffic;
