// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

/**
 * The manifest of a committed snapshot.
 *
 * @param name name of the object
 * @param digest CRC32C of the object in 8 hexadecimal digits
 */
public record PublishedManifest(long snapshotId, String name, String digest) {}
