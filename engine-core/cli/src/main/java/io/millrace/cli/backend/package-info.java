/** What commands ask of the engine, and where this program is installed. The main thread calls. */
package io.millrace.cli.backend;
