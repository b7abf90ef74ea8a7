/** How {@code millrace describe --traffic} shows who talks to whom. One thread calls. */
package io.millrace.cli.traffic;
