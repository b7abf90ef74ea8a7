// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.nimbus;

import io.millrace.api.TopologySubmitter;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.storm.plan.SettingsTranslation;
import io.millrace.storm.plan.Translation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.ClusterSummary;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;

/** Takes the place of Storm's Nimbus for one main class. */
public final class NimbusCalls implements InvocationHandler {

    /** Guarded by this. */
    private final Map<String, Submission> submissions = new LinkedHashMap<>();

    /** Returns what main classes call through {@code NimbusClient}. */
    public Nimbus.Iface nimbus() {
        return (Nimbus.Iface)
                Proxy.newProxyInstance(NimbusCalls.class.getClassLoader(), new Class<?>[] {Nimbus.Iface.class}, this);
    }

    /** Returns the number of topologies that were submitted. */
    public synchronized int submitted() {
        return submissions.size();
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        return switch (method.getName()) {
            case "submitTopology" -> submit(arguments, null);
            case "submitTopologyWithOpts" -> submit(arguments, (SubmitOptions) arguments[4]);
            case "isTopologyNameAllowed" -> true;
            case "beginFileUpload" -> "jar";
            case "uploadChunk", "finishFileUpload", "uploadNewCredentials" -> null;
            case "getTopologySummaries" -> summaries();
            case "getClusterInfo" -> new ClusterSummary(List.of(), summaries(), List.of());
            case "getTopologySummaryByName", "getTopologySummary" -> Summaries.summary(running(arguments));
            case "getTopologyInfo",
                    "getTopologyInfoByName",
                    "getTopologyInfoWithOpts",
                    "getTopologyInfoByNameWithOpts" -> Summaries.info(running(arguments));
            case "getTopologyConf" -> running(arguments).settings();
            case "getTopology", "getUserTopology" -> running(arguments).topology();
            case "getNimbusConf" -> "{}";
            case "activate" -> {
                running(arguments).handle().activate();
                yield null;
            }
            case "deactivate" -> {
                running(arguments).handle().deactivate();
                yield null;
            }
            case "killTopology" -> kill(arguments, null);
            case "killTopologyWithOpts" -> kill(arguments, (KillOptions) arguments[1]);
            case "rebalance" ->
                throw new TopologyException(
                        "a main class cannot rebalance a topology: use 'millrace" + " rebalance " + arguments[0] + "'");
            case "toString" -> "Millrace";
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            default ->
                throw new UnsupportedOperationException("Nimbus." + method.getName()
                        + ": Millrace has nothing that could answer this call of a main class; see docs/storm-jars.md");
        };
    }

    private Object submit(Object[] arguments, SubmitOptions options) throws AlreadyAliveException {
        String name = (String) arguments[0];
        StormTopology topology = (StormTopology) arguments[3];
        String settings = KryoSettings.in(TridentZooKeeper.in(UserSettings.in((String) arguments[2])), topology);
        synchronized (this) {
            if (submissions.containsKey(name)) {
                throw new TopologyException("the main class submits topology '" + name + "' twice: submit it once, or"
                        + " under another name");
            }
        }
        SettingsTranslation translated = new SettingsTranslation(settings);
        Config config = translated.config();
        if (options != null && options.get_initial_status() == TopologyInitialStatus.INACTIVE) {
            config = config.with(TopologyKeys.INACTIVE, true);
        }
        List<String> unread = translated.unread();
        if (!unread.isEmpty()) {
            System.err.println(
                    "note: topology '" + name + "' sets what has no effect here: " + String.join(", ", unread));
        }
        TopologySubmitter.submit(name, new Translation(topology, settings).topology(), config);
        synchronized (this) {
            submissions.put(name, new Submission(name, settings, topology, System.currentTimeMillis()));
        }
        return null;
    }

    private Object kill(Object[] arguments, KillOptions options) throws NotAliveException {
        Submission submission = running(arguments);
        long seconds = options != null && options.is_set_wait_secs()
                ? options.get_wait_secs()
                : submission.messageTimeoutSeconds();
        submission.kill(seconds);
        return null;
    }

    private List<org.apache.storm.generated.TopologySummary> summaries() {
        List<Submission> all;
        synchronized (this) {
            all = List.copyOf(submissions.values());
        }
        return all.stream().filter(Submission::isAlive).map(Summaries::summary).toList();
    }

    /** Returns the topology of this name or id, which are the same here. */
    private Submission running(Object[] arguments) throws NotAliveException {
        Submission submission;
        synchronized (this) {
            submission = submissions.get((String) arguments[0]);
        }
        if (submission == null || !submission.isAlive()) {
            throw new NotAliveException(arguments[0] + " is not alive");
        }
        return submission;
    }
}
