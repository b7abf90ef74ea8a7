// SPDX-License-Identifier: Apache-2.0
/**
 * {@link io.millrace.api.error.TopologyException}, the exception of the API, and the helpers that make its messages.
 * This package depends on no other package of the engine.
 */
package io.millrace.api.error;
