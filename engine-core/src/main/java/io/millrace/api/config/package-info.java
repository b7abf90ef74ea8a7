/**
 * The settings of a topology: {@link io.millrace.api.config.Config} holds them as text,
 * {@link io.millrace.api.config.TopologyKeys} documents each one with its type, range and default, and
 * {@link io.millrace.api.config.ConfigKeys} checks them before anything is started.
 *
 * <p>All types are immutable and may be used by any thread. This package uses {@code api.error} and nothing else.
 */
package io.millrace.api.config;
