// SPDX-License-Identifier: Apache-2.0
/**
 * The settings of a topology. {@link io.millrace.api.config.Config} holds them as text.
 * {@link io.millrace.api.config.TopologyKeys} documents each key with type, range and default.
 * {@link io.millrace.api.config.ConfigKeys} checks them before anything is started.
 *
 * <p>All types are immutable and may be used by any thread. This package depends on {@code api.error} only.
 */
package io.millrace.api.config;
