// SPDX-License-Identifier: Apache-2.0
/**
 * Carries values of Storm's tuples between workers, by Storm's own Kryo registrations where the engine has no
 * encoding.
 */
package io.millrace.storm.value;
