// SPDX-License-Identifier: Apache-2.0
/**
 * Makes HTML of the documentation when the distribution is built. A link whose target is missing fails the build. One
 * thread.
 */
package io.millrace.site;
