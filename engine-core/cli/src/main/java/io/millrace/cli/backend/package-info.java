// SPDX-License-Identifier: Apache-2.0
/** The operations of commands on the engine, and the place where this program is installed. The main thread calls. */
package io.millrace.cli.backend;
