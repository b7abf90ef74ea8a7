// SPDX-License-Identifier: Apache-2.0
/**
 * One message in flight: the object that bolts see, and its bytes between processes. A tuple belongs to one thread at
 * a time; queues and rings hand it on.
 */
package io.millrace.runtime.tuple;
