// SPDX-License-Identifier: Apache-2.0
/** The documents of {@code millrace schedule}: problems, answers, and their text. Stateless; any thread may call. */
package io.millrace.cli.schedule;
