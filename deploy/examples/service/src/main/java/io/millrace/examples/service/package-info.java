// SPDX-License-Identifier: Apache-2.0
/** An HTTP service that feeds a topology, asks it, and takes its results. */
package io.millrace.examples.service;
