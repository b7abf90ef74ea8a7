package io.millrace.runtime.snapshot.savepoint;

/**
 * What became of a savepoint that was wanted.
 *
 * @param snapshotId what it holds; 0 if it was not made
 * @param bytes of its objects, without the manifest
 * @param failure why it was not made, in one line; empty if it was
 */
public record SavepointResult(String request, long snapshotId, long bytes, String failure) {}
