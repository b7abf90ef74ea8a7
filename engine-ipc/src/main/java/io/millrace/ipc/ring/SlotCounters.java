// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

/**
 * What one producer has done since it took its slot, and whether it lives; immutable.
 *
 * @param slot the slot's number
 * @param registration names the owner, as 16 hexadecimal digits
 * @param holder whether the owner may still write
 * @param pid the owner's process, 0 if this system does not tell
 * @param announced the position that it is about to claim, or that of an unfinished short record; -1 if none
 * @param claims records claimed, batches and fragments included
 * @param commits records committed
 * @param aborts claims given up
 * @param bytes of committed messages
 * @param fullEvents how often a claim found no room
 * @param claimRetries how often it lost a position to another producer
 */
public record SlotCounters(
        int slot,
        String registration,
        Holder holder,
        long pid,
        long announced,
        long claims,
        long commits,
        long aborts,
        long bytes,
        long fullEvents,
        long claimRetries) {

    /** The owner of a slot that is not free. */
    public enum Holder {
        /** The owner is not proven dead. */
        ALIVE,
        /** The kernel has dropped its lock; its claims are recovered. */
        DEAD,
        /** It closed its producer; the slot becomes free when what it wrote is read. */
        CLOSED
    }
}
