// SPDX-License-Identifier: Apache-2.0
/**
 * Reads and writes problems and assignments as JSON. It uses {@code model} and Jackson, which no other package but
 * {@code explain} sees.
 */
package io.millrace.scheduler.json;
