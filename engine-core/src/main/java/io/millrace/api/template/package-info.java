/**
 * Serializes components and custom groupings when a topology is built, makes copies of them for its tasks, and explains
 * what cannot be serialized. Nothing here is meant for authors.
 *
 * <p>Stateless, or used by one thread for one object. This package uses {@code api.error} and nothing else.
 */
package io.millrace.api.template;
