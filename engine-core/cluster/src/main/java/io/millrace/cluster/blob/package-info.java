// SPDX-License-Identifier: Apache-2.0
/**
 * Jars and topologies by their SHA-256 digest. The digest is the only name that a file ever has. A file from another
 * node is accepted only if its content has the digest that was asked for. Any thread may call.
 */
package io.millrace.cluster.blob;
