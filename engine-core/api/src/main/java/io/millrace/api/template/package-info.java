// SPDX-License-Identifier: Apache-2.0
/**
 * Serializes components and custom groupings when a topology is built, and makes a copy of them for each task. Explains
 * which part of an object cannot be serialized. Only the engine uses this package.
 *
 * <p>Each object is used by one thread. This package depends on {@code api.error} only.
 */
package io.millrace.api.template;
