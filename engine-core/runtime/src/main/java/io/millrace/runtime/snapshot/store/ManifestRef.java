// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

/**
 * Names a manifest.
 *
 * @param name name of its object
 * @param digest CRC32C of the object in 8 hexadecimal digits
 */
public record ManifestRef(String name, String digest) {}
