/**
 * Encryption and certificates of both ends. Called on event loops; signatures are made and checked on one thread of its own.
 * Uses {@code peer}, to say for which cause it ended a connection.
 */
package io.millrace.transport.tls;
