// SPDX-License-Identifier: Apache-2.0
/** The settings of the engine: the known keys, their check, the rules for names, and pauses between attempts. */
package io.millrace.runtime.settings;
