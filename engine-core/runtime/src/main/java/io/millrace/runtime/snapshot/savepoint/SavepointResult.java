// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.savepoint;

/**
 * The result of an order of a savepoint.
 *
 * @param snapshotId snapshot that the savepoint holds; 0 if it was not made
 * @param bytes bytes of its objects, without the manifest
 * @param failure why the savepoint was not made, in one line; empty if it was
 */
public record SavepointResult(String request, long snapshotId, long bytes, String failure) {}
