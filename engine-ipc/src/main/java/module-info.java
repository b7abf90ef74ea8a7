// SPDX-License-Identifier: Apache-2.0
/** Bytes between processes of one node: rings in shared memory, doorbells, and proofs of death. */
module io.millrace.ipc {
    requires org.slf4j;

    exports io.millrace.ipc.doorbell;
    exports io.millrace.ipc.liveness;
    exports io.millrace.ipc.memory;
    exports io.millrace.ipc.ring;
}
