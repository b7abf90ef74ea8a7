// SPDX-License-Identifier: Apache-2.0
/**
 * Snapshots in an object store that speaks S3's protocol. The engine finds {@link
 * io.millrace.connectors.s3.S3SnapshotStoreProvider} by its scheme. The threads of a worker that write, restore and
 * clean snapshots call a store at the same time; each draft belongs to one of them.
 */
package io.millrace.connectors.s3;
