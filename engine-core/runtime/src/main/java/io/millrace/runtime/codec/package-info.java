// SPDX-License-Identifier: Apache-2.0
/**
 * Encodes a tuple's values into ring or frame memory and decodes them, and hashes values the same way in every
 * process.
 *
 * <p>Each {@link io.millrace.runtime.codec.ValuesCodec} belongs to one executor thread, which alone calls it; the other
 * classes are stateless. Bytes are not trusted: malformed ones cause a {@link
 * io.millrace.runtime.codec.CodecException}, and nothing is allocated for a length that the remaining bytes cannot
 * hold.
 */
package io.millrace.runtime.codec;
