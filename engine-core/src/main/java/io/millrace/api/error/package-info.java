/**
 * The one exception of the API, {@link io.millrace.api.error.TopologyException}, and what makes its messages: the list of
 * mistakes and the search for the name that was meant. This package uses no other one of the engine.
 */
package io.millrace.api.error;
