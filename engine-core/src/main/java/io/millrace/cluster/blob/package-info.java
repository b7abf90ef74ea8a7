/**
 * Jars and topologies by their SHA-256 digest: the digest is the only name that a file ever has, and what is read from
 * elsewhere is taken only if it has the digest that was asked for. Any thread may call.
 */
package io.millrace.cluster.blob;
