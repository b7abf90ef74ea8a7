// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

/**
 * The place of a block.
 *
 * @param object name of the object that contains it
 * @param offset offset of its first byte
 * @param length number of bytes
 * @param crc CRC32C of its bytes
 */
public record BlockLocation(String object, long offset, int length, int crc) {}
