// SPDX-License-Identifier: Apache-2.0
/**
 * Files as the beginning and the end of a topology: {@link io.millrace.connectors.files.FileSource} emits the lines of
 * files and can read them again from the positions of a snapshot; {@link io.millrace.connectors.files.FileSink} writes
 * lines to files that appear whole, when the snapshot that covers them is committed.
 *
 * <p>Each object belongs to one task, and its thread makes all calls. Nothing here starts a thread. Reading, writing
 * and fsync happen in these calls, so declare the components blocking where the file system is slow.
 */
package io.millrace.connectors.files;
