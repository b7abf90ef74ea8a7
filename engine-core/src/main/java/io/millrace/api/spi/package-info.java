/**
 * The interface between the test kit in {@link io.millrace.api.testing} and the engine, which implements it. Authors do
 * not use it. All methods are called by the thread of the test.
 */
package io.millrace.api.spi;
