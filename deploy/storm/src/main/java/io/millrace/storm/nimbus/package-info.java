// SPDX-License-Identifier: Apache-2.0
/**
 * Answers the calls of a main class to Storm's Nimbus. The threads of the main class call.
 */
package io.millrace.storm.nimbus;
