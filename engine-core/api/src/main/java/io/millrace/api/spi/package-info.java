// SPDX-License-Identifier: Apache-2.0
/**
 * The interface between the test kit in {@code io.millrace.testing} and the engine, which implements it. Authors do
 * not use it. All methods are called by the thread of the test.
 */
package io.millrace.api.spi;
