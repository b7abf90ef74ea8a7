// SPDX-License-Identifier: Apache-2.0
/**
 * The operator's page: its files, and the figures that it shows. One thread samples all topologies once per interval,
 * however many pages are open; HTTP threads send its samples.
 */
package io.millrace.cluster.controller.dashboard;
