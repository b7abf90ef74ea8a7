// SPDX-License-Identifier: Apache-2.0
/** One worker as the cluster sees it: its specification, its endpoint, and its life cycle. */
package io.millrace.runtime.worker;
