// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.config.Config;
import io.millrace.cluster.zookeeper.ZooKeeperDaemon;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * ZooKeeper as {@code millrace zookeeper} runs it, and ends all its sessions at a line of its standard input. It ends
 * with that.
 */
final class ZooKeeperMain {

    /** The line at which sessions end. */
    static final String EXPIRE = "expire";

    private ZooKeeperMain() {}

    /** Arguments: interface, port, directory. */
    public static void main(String[] arguments) throws IOException, JMException {
        Config config = Config.empty()
                .with(ClusterKeys.ZOOKEEPER_HOST, arguments[0])
                .with(ClusterKeys.ZOOKEEPER_PORT, Integer.valueOf(arguments[1]))
                .with(ClusterKeys.ZOOKEEPER_DATA_DIR, arguments[2]);
        try (ZooKeeperDaemon server = ZooKeeperDaemon.start(config);
                BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println("zookeeper is up at " + server.connect());
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals(EXPIRE)) {
                    System.out.println(expireAll() + " sessions expired");
                }
            }
        }
    }

    private static int expireAll() throws JMException {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        int sessions = 0;
        for (ObjectName name :
                beans.queryNames(new ObjectName("org.apache.ZooKeeperService:name1=Connections,*"), null)) {
            if (name.getKeyProperty("name3") != null) {
                beans.invoke(name, "terminateSession", new Object[0], new String[0]);
                sessions++;
            }
        }
        return sessions;
    }
}
