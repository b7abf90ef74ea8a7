// SPDX-License-Identifier: Apache-2.0
/**
 * Tables of a database as the end of a topology: {@link io.millrace.connectors.jdbc.JdbcSink} writes a row for each
 * tuple, by a statement that may be repeated. With snapshots it writes each row once: what an interval brings is part
 * of the snapshot, and after the commit it is written in one transaction together with the id of the snapshot.
 *
 * <p>Each object belongs to one task, and its thread makes all calls of statements. The data source connects: behind a
 * URL a pool with threads of its own, which end with the task.
 */
package io.millrace.connectors.jdbc;
