/**
 * Makes many processes one engine: controller, supervisor and worker process, their registry in ZooKeeper, and the REST
 * interface through which clients talk to the controller.
 */
package io.millrace.cluster;
