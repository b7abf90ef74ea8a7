/**
 * How {@link io.millrace.api.testing} reaches the engine that runs topologies step by step; implemented by the engine, not
 * by authors. Everything here is called by the test's thread.
 */
package io.millrace.api.spi;
