// SPDX-License-Identifier: Apache-2.0
/**
 * Encodings of objects of an author's classes between workers: {@link io.millrace.api.codec.ValueCodec} for one class,
 * {@link io.millrace.api.codec.ValueCodecs} to register several.
 *
 * <p>Each executor has its own instances, which only its thread calls. This package uses no other package of the
 * engine.
 */
package io.millrace.api.codec;
