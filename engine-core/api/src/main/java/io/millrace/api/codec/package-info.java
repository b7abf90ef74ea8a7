/**
 * How objects of an author's classes become bytes between workers: {@link io.millrace.api.codec.ValueCodec} for one
 * class, {@link io.millrace.api.codec.ValueCodecs} to register several.
 *
 * <p>Each executor has its own instances, which its thread alone calls. This package uses no other one of the engine.
 */
package io.millrace.api.codec;
