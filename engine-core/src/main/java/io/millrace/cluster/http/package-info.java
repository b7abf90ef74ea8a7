/**
 * A small HTTP server and client on the JDK's own, for what controllers and supervisors serve: bounded requests, JSON
 * errors that carry a reason, a token on changes. Handlers run on the server's threads.
 */
package io.millrace.cluster.http;
