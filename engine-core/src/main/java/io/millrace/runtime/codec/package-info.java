/**
 * Turns a tuple's values into bytes in ring or frame memory and back, and hashes values the same way in every process.
 *
 * <p>{@link io.millrace.runtime.codec.ValueCodec} belongs to one executor thread, which alone calls it; the rest is
 * stateless. Bytes are read as if a stranger had written them: whatever is wrong with them ends in a
 * {@link io.millrace.runtime.codec.CodecException}, and nothing is allocated for a length that the remaining bytes
 * cannot hold.
 */
package io.millrace.runtime.codec;
