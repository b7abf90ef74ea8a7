/**
 * Which tasks get a tuple. {@link io.millrace.runtime.routing.Wiring} is what a whole worker knows of its topology;
 * every source task has {@link io.millrace.runtime.routing.Routes} of its own, used by its executor's thread only.
 */
package io.millrace.runtime.routing;
