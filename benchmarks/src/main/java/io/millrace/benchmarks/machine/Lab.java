// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Hosts in sites, of a preset or of a list, or two hosts, {@value #LEFT} and {@value #RIGHT}, and {@value #HUB} beside
 * all: network namespaces of this machine, by {@code benchmarks/netlab}. All is gone when this process ends, however it
 * ends. One thread.
 */
public final class Lab implements AutoCloseable {

    public static final String LEFT = "left";
    public static final String RIGHT = "right";
    public static final String HUB = "hub";

    /** This machine among the hosts, if it is one. */
    private static final String ROOT = "root";

    /** The loopback's name among the hosts that the lab lists, as each has it. */
    private static final String LOOPBACK = "localhost";

    /**
     * What the emulation did since {@link #reset}.
     *
     * @param packets that it carried
     * @param dropped that it did not, as the link's queue was full or a host's
     * @param lateOver1ms packets that came more than a millisecond later than they should have
     * @param maxLatenessMillis of all packets
     */
    public record Status(long packets, long dropped, long lateOver1ms, double maxLatenessMillis) {

        /** Reads the answer of {@code netlab status}: a line for each pair, and one of the daemon. */
        public static Status parse(String answer) throws IOException {
            String[] lines = answer.split("\n");
            long packets = 0;
            long dropped = 0;
            for (int i = 0; i < lines.length - 1; i++) {
                packets += (long) number(lines[i], "packets");
                dropped += (long) number(lines[i], "dropped");
            }
            String daemon = lines[lines.length - 1];
            return new Status(
                    packets, dropped, (long) number(daemon, "late_over_1ms"), number(daemon, "max_lateness") * 1000);
        }

        /** Adds it to a line of results. */
        public void describe(ObjectNode line) {
            line.put("late_over_1ms", lateOver1ms);
            line.put("max_lateness_ms", maxLatenessMillis);
            line.put("packets", packets);
            line.put("dropped", dropped);
        }
    }

    /** What is measured on these hosts is of this network. */
    public static final String NETWORK = "netlab";

    private static final Path PROGRAM = program();
    private static final long COMMAND_SECONDS = 60;
    private static final String WINDOW =
            "\"net/ipv4/tcp_rmem\": \"4096 131072 %1$d\", \"net/ipv4/tcp_wmem\": \"4096 16384 %1$d\"";

    /** What a network namespace may have. */
    private static final Path ALLOWED_CONGESTION = Path.of("/proc/sys/net/ipv4/tcp_allowed_congestion_control");

    private static final String CONGESTION = "\"net/ipv4/tcp_congestion_control\": \"%s\"";

    private final String name = "benchmark-" + ProcessHandle.current().pid();
    private final Thread end = new Thread(this::down, "end-of-lab");
    private final Map<String, String> addresses = new TreeMap<>();

    private boolean alike;

    private Lab() {}

    /** Below the directory of the project, or that of this module. */
    private static Path program() {
        Path ofModule = Path.of("netlab", "netlab.py");
        return Files.exists(ofModule) ? ofModule : Path.of("benchmarks").resolve(ofModule);
    }

    /**
     * Looks whether this machine and this user can have hosts.
     *
     * @param what needs them, for the error
     * @throws IOException in one line, if they cannot
     */
    public static void check(String what) throws IOException {
        Process check = new ProcessBuilder("python3", PROGRAM.toAbsolutePath().toString(), "check")
                .redirectErrorStream(true)
                .start();
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (check.onExit().join().exitValue() != 0) {
            throw new IOException(what + ": " + said);
        }
    }

    /** Makes {@value #LEFT} and {@value #RIGHT}, as {@link #alike} does. */
    public static Lab up(long windowBytes, String congestion) throws IOException {
        return alike(List.of(LEFT, RIGHT), windowBytes, congestion);
    }

    /**
     * Makes hosts with one round-trip time between all of them, which {@link #rtt(double)} sets, and {@value #HUB}.
     *
     * @param windowBytes how much one TCP connection may have under way; 0 for the kernel's own bound
     * @param congestion TCP's congestion control, such as reno or bbr; empty for cubic, or reno where hosts may not have
     *     cubic
     * @throws IOException in one line, if this machine or this user cannot
     */
    public static Lab alike(List<String> names, long windowBytes, String congestion) throws IOException {
        Lab lab = up(String.format(
                "{\"hosts\": [\"%s\"], \"extra\": {\"%s\": null}, \"sysctl\": {%s}}",
                String.join("\", \"", names), HUB, sysctl(windowBytes, congestion)));
        lab.alike = true;
        return lab;
    }

    /** Lays out {@link #preset(String, int, int, long, String)} with one host at each site. */
    public static Lab preset(String preset, int sites, long windowBytes, String congestion) throws IOException {
        return preset(preset, sites, 1, windowBytes, congestion);
    }

    /**
     * Makes hosts at the first sites of a preset, with its round-trip times between them, and {@value #HUB} beside all.
     * The first host of a site has the site's name, the others that with -2 and so on.
     *
     * @param preset a file of {@code benchmarks/netlab/presets} without its ending
     * @param hosts at each site, at least 1
     * @param windowBytes as of {@link #up(long, String)}
     * @param congestion as of {@link #up(long, String)}
     */
    public static Lab preset(String preset, int sites, int hosts, long windowBytes, String congestion)
            throws IOException {
        List<String> names = new ArrayList<>();
        new ObjectMapper().readTree(presetFile(preset).toFile()).get("hosts").forEach(site -> names.add(site.asText()));
        if (sites > names.size()) {
            throw new IOException("preset " + preset + " has " + names.size() + " sites, not " + sites);
        }
        String file = Files.readString(presetFile(preset));
        int end = file.lastIndexOf('}');
        String whole = file.substring(0, end) + ", \"sysctl\": {" + sysctl(windowBytes, congestion) + "}}";
        List<String> options = new ArrayList<>(List.of("--first", Integer.toString(sites)));
        options.addAll(further(names.subList(0, sites), hosts));
        return up(whole, options.toArray(String[]::new));
    }

    /**
     * Makes hosts at sites, and {@value #HUB} beside all; named as those of a preset.
     *
     * @param sites names
     * @param hosts at each site, at least 1
     * @param rttMillis between the sites; {@link #rtt(String, String, double)} sets that of two of them
     * @param windowBytes as of {@link #up(long, String)}
     * @param congestion as of {@link #up(long, String)}
     */
    public static Lab sites(List<String> sites, int hosts, double rttMillis, long windowBytes, String congestion)
            throws IOException {
        String whole = String.format(
                Locale.ROOT,
                "{\"hosts\": [\"%s\"], \"default\": {\"rtt\": %f}, \"sysctl\": {%s}}",
                String.join("\", \"", sites),
                rttMillis,
                sysctl(windowBytes, congestion));
        return up(whole, further(sites, hosts).toArray(String[]::new));
    }

    /**
     * Makes hosts at two sites, and a link without a bound that all pairs between them share; see {@link #link}.
     *
     * @param hosts at the first site, at least 1; the second one has one
     * @param segmented whether the kernel gives many TCP segments as one packet, which is cheaper, but lost as one
     * @param windowBytes as of {@link #up(long, String)}
     * @param congestion as of {@link #up(long, String)}
     */
    public static Lab between(
            String site,
            int hosts,
            String other,
            double rttMillis,
            String link,
            boolean segmented,
            long windowBytes,
            String congestion)
            throws IOException {
        String whole = String.format(
                Locale.ROOT,
                "{\"hosts\": [\"%1$s\", \"%2$s\"], \"default\": {\"rtt\": %3$f}, \"gso\": %5$s,"
                        + " \"links\": [[\"%1$s\", \"%2$s\", {\"name\": \"%4$s\", \"rate\": \"none\"}]],"
                        + " \"sysctl\": {%6$s}}",
                site,
                other,
                rttMillis,
                link,
                segmented,
                sysctl(windowBytes, congestion));
        return up(whole, further(List.of(site), hosts).toArray(String[]::new));
    }

    /** The options that add the hub, and all hosts of sites but the first of each. */
    private static List<String> further(List<String> sites, int hosts) {
        List<String> options = new ArrayList<>(List.of("--add", HUB));
        for (String site : sites) {
            for (int host = 2; host <= hosts; host++) {
                options.addAll(List.of("--add", site + "-" + host + "@" + site));
            }
        }
        return options;
    }

    /**
     * Makes hosts without a delay between them, and {@value #HUB}; this process can talk to all as they can to each
     * other.
     */
    public static Lab near(List<String> hosts) throws IOException {
        return up(String.format(
                "{\"hosts\": [\"%s\"], \"default\": {\"rtt\": 0}, \"extra\": {\"%s\": null}, \"root_access\": true,"
                        + " \"sysctl\": {%s}}",
                String.join("\", \"", hosts), HUB, sysctl(0, "")));
    }

    public static Path presetFile(String preset) {
        return PROGRAM.resolveSibling("presets").resolve(preset + ".json");
    }

    /** Linux's own, or what is most like it: the same on all machines, whatever theirs is. */
    private static String usualCongestion() throws IOException {
        return List.of(Files.readString(ALLOWED_CONGESTION).strip().split(" ")).contains("cubic") ? "cubic" : "reno";
    }

    private static String sysctl(long windowBytes, String congestion) throws IOException {
        List<String> sysctl = new ArrayList<>();
        if (windowBytes > 0) {
            sysctl.add(String.format(WINDOW, windowBytes));
        }
        sysctl.add(String.format(CONGESTION, congestion.isEmpty() ? usualCongestion() : congestion));
        return String.join(", ", sysctl);
    }

    private static Lab up(String hosts, String... options) throws IOException {
        Lab lab = new Lab();
        Path file = Files.createTempFile("lab", ".json");
        try {
            Files.writeString(file, hosts);
            Runtime.getRuntime().addShutdownHook(lab.end);
            String owner = Long.toString(ProcessHandle.current().pid());
            List<String> command = new ArrayList<>(List.of("up", file.toString(), "--while", owner));
            command.addAll(List.of(options));
            lab.netlab(command.toArray(String[]::new));
        } catch (IOException e) {
            lab.close();
            throw e;
        } finally {
            Files.delete(file);
        }
        for (String line : lab.netlab("hosts").split("\n")) {
            String[] part = line.split(" ");
            if (!part[1].equals(LOOPBACK)) {
                lab.addresses.put(part[1], part[0]);
            }
        }
        return lab;
    }

    public String address(String host) {
        return addresses.get(host);
    }

    /** All but {@value #HUB}, by name. */
    public List<String> hosts() {
        return addresses.keySet().stream()
                .filter(host -> !host.equals(HUB) && !host.equals(ROOT))
                .toList();
    }

    /** Whether all hosts have one round-trip time between them, which can be set. */
    public boolean isAlike() {
        return alike;
    }

    /** A command that runs another one on a host. */
    public List<String> on(String host, List<String> command) {
        List<String> all = new ArrayList<>(command("exec", host, "--"));
        all.addAll(command);
        return all;
    }

    /** Sets the round-trip time between all hosts but {@value #HUB}, from now on. */
    public void rtt(double millis) throws IOException {
        String all = String.join(",", hosts());
        netlab("set", all, all, "--rtt", millis + "ms");
    }

    /** The hosts at a site, by name. */
    public List<String> at(String site) {
        return addresses.keySet().stream()
                .filter(host -> host.equals(site) || host.matches(Pattern.quote(site) + "-[0-9]+"))
                .toList();
    }

    /** Sets the round-trip time between all hosts of two sites, from now on. */
    public void rtt(String site, String other, double millis) throws IOException {
        netlab("set", String.join(",", at(site)), String.join(",", at(other)), "--rtt", millis + "ms");
    }

    /** Bounds how much each direction of each pair of hosts of two sites carries. */
    public void rate(String site, String other, double megabitsPerSecond) throws IOException {
        netlab("set", String.join(",", at(site)), String.join(",", at(other)), "--rate", megabitsPerSecond + "mbit");
    }

    /**
     * Sets what is between hosts, which are comma lists, in both directions from now on: options of {@code netlab set}.
     */
    public void pair(String hosts, String others, String... settings) throws IOException {
        List<String> words = new ArrayList<>(List.of("set", hosts, others));
        words.addAll(List.of(settings));
        netlab(words.toArray(String[]::new));
    }

    /** Bounds what all pairs with this link carry together, each way; {@code none} for no bound. */
    public void link(String name, String rate) throws IOException {
        netlab("set", "--link", name, "--rate", rate);
    }

    /** Bounds what the hosts of a site send to all others, each by itself, and what each receives. */
    public void hostRate(String site, double megabitsPerSecond) throws IOException {
        netlab("set", String.join(",", at(site)), "--host-rate", megabitsPerSecond + "mbit");
    }

    /**
     * Plays a trace from now on, instead of what is left of a former one; its form is in the README of
     * {@code benchmarks/netlab}.
     */
    public void play(Path trace) throws IOException {
        netlab("play", trace.toString());
    }

    /** Bounds how much each direction between left and right carries. */
    public void rate(double megabitsPerSecond) throws IOException {
        netlab("set", LEFT, RIGHT, "--rate", megabitsPerSecond + "mbit");
    }

    /**
     * Carries nothing more from a host to all others.
     *
     * @param oneWay whether what comes from them is carried on
     */
    public void cut(String host, boolean oneWay) throws IOException {
        if (oneWay) {
            netlab("cut", host, "*", "--one-way");
        } else {
            netlab("cut", host);
        }
    }

    /** Carries all again. */
    public void heal() throws IOException {
        netlab("heal");
    }

    /**
     * Resets a connection of a host with each of the others but {@value #HUB}, in the middle of a packet that it sends.
     */
    public void resetConnections(String host) throws IOException {
        netlab("tear", host, String.join(",", hosts()), "--one-way");
    }

    /** Begins to count anew. */
    public void reset() throws IOException {
        netlab("reset");
    }

    public Status status() throws IOException {
        return Status.parse(netlab("status"));
    }

    private static double number(String json, String key) throws IOException {
        return new ObjectMapper().readTree(json).findValue(key).asDouble();
    }

    /** A command to the lab, for a process that has its name only. */
    public List<String> command(String... arguments) {
        List<String> command =
                new ArrayList<>(List.of("python3", PROGRAM.toAbsolutePath().toString(), "--name", name));
        command.addAll(List.of(arguments));
        return command;
    }

    private String netlab(String... arguments) throws IOException {
        Path out = Files.createTempFile("netlab", ".out");
        try {
            Process process = new ProcessBuilder(command(arguments))
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("netlab " + arguments[0] + " did not end within " + COMMAND_SECONDS + " s");
            }
            String said = Files.readString(out, StandardCharsets.UTF_8);
            if (process.exitValue() != 0) {
                throw new IOException(said.lines().collect(Collectors.joining("; ")));
            }
            return said;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            Files.delete(out);
        }
    }

    private void down() {
        try {
            netlab("down");
        } catch (IOException e) {
            System.err.println(e.getMessage());
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(end);
        } catch (IllegalStateException e) {
            // This process ends, and the hook runs
            return;
        }
        down();
    }
}
