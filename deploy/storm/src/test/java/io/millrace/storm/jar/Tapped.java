// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.generated.Bolt;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.Grouping;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.NullStruct;
import org.apache.storm.generated.SpoutSpec;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.ISpoutOutputCollector;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;

/**
 * Runs another main class, and changes what it submits on the way: two workers; spouts that replay what the topology's
 * own emit, the same in each run; and bolts that write what some components emit. All other parts remain as they are.
 */
public final class Tapped {

    /** The word for no component. */
    public static final String NONE = "-";

    private static final Set<String> UPLOADS = Set.of("beginFileUpload", "uploadChunk", "finishFileUpload");

    private static final int TIMEOUT_SECONDS = 20;

    private final String results;
    private final Path recorded;
    private final int count;
    private final List<String> taps;

    private Tapped(String[] args) {
        results = args[0];
        recorded = Path.of(args[1]);
        count = Integer.parseInt(args[2]);
        taps = args[3].equals(NONE) ? List.of() : Arrays.asList(args[3].split(","));
    }

    /**
     * Runs the main class.
     *
     * @param args directory of results, directory of recorded tuples, number of tuples of each spout (0 leaves the
     *     spouts), components to tap with commas between them, main class, its arguments
     */
    @SuppressWarnings("try")
    public static void main(String[] args) throws Exception {
        Tapped tapped = new Tapped(args);
        Nimbus.Iface nimbus =
                NimbusClient.Builder.withConf(Utils.readStormConfig()).build().getClient();
        Nimbus.Iface between = (Nimbus.Iface) Proxy.newProxyInstance(
                Tapped.class.getClassLoader(), new Class<?>[] {Nimbus.Iface.class}, (proxy, method, arguments) -> {
                    if (UPLOADS.contains(method.getName())) {
                        // Storm's cluster in one process takes no jar
                        return method.getReturnType() == String.class ? "jar" : null;
                    }
                    if (method.getName().startsWith("submitTopology")) {
                        arguments[1] = null;
                        arguments[2] = settings((String) arguments[2]);
                        tapped.change((StormTopology) arguments[3]);
                    }
                    try {
                        return method.invoke(nimbus, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        try (NimbusClient.LocalOverride override = new NimbusClient.LocalOverride(between)) {
            Class.forName(args[4]).getMethod("main", String[].class).invoke(null, (Object)
                    Arrays.copyOfRange(args, 5, args.length));
        }
    }

    private static String settings(String json) throws Exception {
        Map<String, Object> settings = new HashMap<>((Map<?, ?>) JSONValue.parseWithException(json))
                .entrySet().stream()
                        .filter(entry -> entry.getValue() != null)
                        .collect(HashMap::new, (m, e) -> m.put((String) e.getKey(), e.getValue()), Map::putAll);
        settings.put("topology.workers", 2);
        settings.put("topology.message.timeout.secs", TIMEOUT_SECONDS);
        settings.put("topology.fall.back.on.java.serialization", true);
        return JSONValue.toJSONString(settings);
    }

    private void change(StormTopology topology) throws Exception {
        if (count > 0) {
            for (Map.Entry<String, SpoutSpec> each : topology.get_spouts().entrySet()) {
                Object spout = Utils.getSetComponentObject(each.getValue().get_spout_object());
                if (!spout.getClass().getName().matches("org\\.apache\\.storm\\.(trident|spout)\\..*")) {
                    each.getValue().set_spout_object(serialized(new Replayed(results, tuples(each.getKey(), spout))));
                }
            }
        }
        for (String tap : taps) {
            ComponentCommon common = new ComponentCommon();
            common.set_inputs(
                    Map.of(new GlobalStreamId(tap, Utils.DEFAULT_STREAM_ID), Grouping.shuffle(new NullStruct())));
            common.set_streams(Map.of());
            topology.get_bolts().put("tap-" + tap, new Bolt(serialized(new Written(results)), common));
        }
    }

    private static ComponentObject serialized(Object component) {
        return ComponentObject.serialized_java(ByteBuffer.wrap(Utils.javaSerialize(component)));
    }

    /** Returns what the spout has emitted in the first run, or emits now. */
    @SuppressWarnings("unchecked")
    private ArrayList<ArrayList<Object>> tuples(String id, Object spout) throws Exception {
        Path file = recorded.resolve(id);
        if (!Files.exists(file)) {
            try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
                out.writeObject(emitted((ISpout) spout));
            }
        }
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            return (ArrayList<ArrayList<Object>>) in.readObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ArrayList<ArrayList<Object>> emitted(ISpout spout) {
        ArrayList<ArrayList<Object>> all = new ArrayList<>();
        spout.open(Map.of(), null, new SpoutOutputCollector(new ISpoutOutputCollector() {
            @Override
            public List<Integer> emit(String stream, List<Object> tuple, Object id) {
                all.add(new ArrayList<>(tuple));
                return List.of();
            }

            @Override
            public void emitDirect(int task, String stream, List<Object> tuple, Object id) {
                emit(stream, tuple, id);
            }

            @Override
            public long getPendingCount() {
                return 0;
            }

            @Override
            public void flush() {}

            @Override
            public void reportError(Throwable error) {
                throw new IllegalStateException(error);
            }
        }));
        while (all.size() < count) {
            spout.nextTuple();
        }
        spout.close();
        return all;
    }
}
