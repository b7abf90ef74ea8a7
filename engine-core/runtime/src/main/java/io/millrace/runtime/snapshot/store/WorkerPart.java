// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import java.util.List;

/**
 * One worker's part of a snapshot.
 *
 * @param file name of the worker's object; empty if its tasks have nothing to keep
 * @param bytes length of the object
 * @param digest CRC32C of its index, in 8 hexadecimal digits, which contains those of all blocks
 * @param references names of the objects of earlier snapshots that hold its blocks that have not changed
 */
public record WorkerPart(String worker, String file, long bytes, String digest, List<String> references) {

    public WorkerPart {
        references = List.copyOf(references);
    }
}
