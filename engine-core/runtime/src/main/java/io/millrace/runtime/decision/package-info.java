// SPDX-License-Identifier: Apache-2.0
/**
 * The decisions of tasks about the number of their engines: a bounded log of a worker, and the file by which the
 * supervisor of its node reads it. Tasks of all executors write to the log; the file has a thread of its own.
 */
package io.millrace.runtime.decision;
