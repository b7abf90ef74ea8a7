// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import io.millrace.api.error.TopologyException;
import io.millrace.storm.nimbus.NimbusCalls;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.storm.utils.NimbusClient;

/**
 * Runs the main class of a jar that was compiled against Storm, whose submissions go to Millrace. {@code millrace
 * submit --storm} and {@code millrace local --storm} call it, with the adapter, Storm's libraries and the jar in one
 * class loader.
 */
public final class StormMain {

    private StormMain() {}

    /**
     * Runs a main class.
     *
     * @param words the name of the main class, then its arguments
     * @throws TopologyException if there is none, it fails because of a library that is missing, or submits nothing
     */
    @SuppressWarnings("try")
    public static void main(String[] words) {
        if (words.length == 0) {
            throw new TopologyException("no main class: name it after the jar, as in"
                    + " 'millrace submit --storm topology.jar com.example.Main'");
        }
        NimbusCalls calls = new NimbusCalls();
        setUp();
        try (NimbusClient.LocalOverride override = new NimbusClient.LocalOverride(calls.nimbus())) {
            run(words[0], Arrays.copyOfRange(words, 1, words.length));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Exception e) {
            throw new TopologyException("the end of " + words[0] + " failed: " + e, e);
        }
        if (calls.submitted() == 0) {
            throw new TopologyException(words[0] + " submitted nothing: its main method must call"
                    + " StormSubmitter.submitTopology; many examples of Storm do so only if an argument names the"
                    + " topology");
        }
    }

    private static void run(String mainClass, String[] arguments) throws Exception {
        try {
            Class<?> type = Class.forName(mainClass, false, StormMain.class.getClassLoader());
            Method main = type.getMethod("main", String[].class);
            main.invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            if (cause instanceof LinkageError missing) {
                throw Missing.of(mainClass, missing);
            }
            Throwable inner = Missing.linkage(cause);
            if (inner != null) {
                throw Missing.of(mainClass, inner);
            }
            throw MainFailure.of(mainClass, cause);
        } catch (ClassNotFoundException e) {
            throw new TopologyException(
                    "class " + mainClass + " is neither in the jar nor in its libraries: check its name", e);
        } catch (NoSuchMethodException e) {
            throw new TopologyException(
                    mainClass + " has no main method: declare 'public static void main(String[] args)'", e);
        } catch (LinkageError e) {
            throw Missing.of(mainClass, e);
        }
    }

    /** StormSubmitter refuses to run without a jar to upload, which Millrace has already. */
    private static void setUp() {
        try {
            if (System.getProperty("storm.jar") == null) {
                Path uploaded = Files.createTempFile("millrace-storm", ".jar");
                uploaded.toFile().deleteOnExit();
                // StormSubmitter divides by the length of the file
                Files.write(uploaded, new byte[1]);
                System.setProperty("storm.jar", uploaded.toString());
            }
            Path settings = Path.of(System.getProperty("user.home"), ".storm", "storm.yaml");
            if (System.getProperty("storm.conf.file") == null && Files.isReadable(settings)) {
                System.setProperty("storm.conf.file", settings.toString());
            }
        } catch (IOException e) {
            throw new TopologyException("cannot make a temporary file: " + e, e);
        }
    }
}
