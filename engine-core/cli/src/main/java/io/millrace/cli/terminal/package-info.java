// SPDX-License-Identifier: Apache-2.0
/** Output for people and scripts: tables, JSON, units. The main thread calls. */
package io.millrace.cli.terminal;
