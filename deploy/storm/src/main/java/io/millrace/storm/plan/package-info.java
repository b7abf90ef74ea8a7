// SPDX-License-Identifier: Apache-2.0
/**
 * Translates a topology of Storm, as its submitter sends it, into one of Millrace. The thread of the main class
 * calls.
 */
package io.millrace.storm.plan;
