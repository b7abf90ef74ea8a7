// SPDX-License-Identifier: Apache-2.0
/**
 * Formats of messages for sources and sinks: {@link io.millrace.formats.JsonFormat}, {@code AvroFormat} and {@code
 * ProtobufFormat}. Each needs the library of its name only. A format is an immutable template; the task that has got a
 * copy calls it, and the tools that it makes at its first call stay with that copy.
 */
package io.millrace.formats;
