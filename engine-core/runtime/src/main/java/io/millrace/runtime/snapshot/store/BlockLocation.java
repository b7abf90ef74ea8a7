package io.millrace.runtime.snapshot.store;

/**
 * Where a block is.
 *
 * @param object name of the object that contains it
 * @param offset of its first byte
 * @param length number of bytes
 * @param crc CRC32C of its bytes
 */
public record BlockLocation(String object, long offset, int length, int crc) {}
