// SPDX-License-Identifier: Apache-2.0
/**
 * Compares the public API of the modules that others compile against with that of the last release, which is a text
 * beside each module: {@code compatibility/released.txt}.
 */
package io.millrace.compatibility;
