// SPDX-License-Identifier: Apache-2.0
/**
 * Encryption and certificates of both ends. Called on event loops; signatures are made and checked on a separate
 * thread. Uses {@code peer}, to report the cause for which a connection ended.
 */
package io.millrace.transport.tls;
