// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.benchmarks.machine.Lab;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the processes of an engine run: on this machine, or on hosts of a lab, which share its files and its clock.
 *
 * @param hub host of the process that starts the engine, and of what controls it
 * @param workers hosts of what runs tasks; this machine once if there is no lab
 * @param lab beginning of the lab's commands; empty if there is none
 */
public record Hosts(Host hub, List<Host> workers, List<String> lab) {

    private static final Host LOOPBACK = new Host("localhost", Installation.HOST, List.of());

    /** This machine, by its loopback. */
    public static final Hosts HERE = new Hosts(LOOPBACK, List.of(LOOPBACK), List.of());

    /** What the lab tells each process: the name of its host. */
    private static final String OWN_NAME = "NETLAB_HOST";

    private static final String BETWEEN_HOSTS = ";";
    private static final String BETWEEN_PARTS = ",";
    private static final String BETWEEN_WORDS = " ";

    /**
     * One of them.
     *
     * @param address by which the others reach it, in digits
     * @param prefix of a command that shall run there
     */
    public record Host(String name, String address, List<String> prefix) {

        private static Host of(Lab lab, String name) {
            return new Host(name, lab.address(name), lab.on(name, List.of()));
        }

        /** The command that runs another one there. */
        public List<String> command(List<String> command) {
            return Stream.concat(prefix.stream(), command.stream()).toList();
        }

        private String encode() {
            return String.join(BETWEEN_PARTS, word(name), word(address), words(prefix));
        }

        private static Host decode(String encoded) {
            String[] part = encoded.split(BETWEEN_PARTS, -1);
            return new Host(plain(part[0]), plain(part[1]), plainWords(part[2]));
        }
    }

    /** All hosts of a lab but its hub have workers. */
    public static Hosts of(Lab lab) {
        return new Hosts(
                Host.of(lab, Lab.HUB),
                lab.hosts().stream().map(name -> Host.of(lab, name)).toList(),
                lab.command());
    }

    /** Whether this process runs on a host of a lab, whose hosts share the processors of one machine. */
    public static boolean isOnOne() {
        return System.getenv(OWN_NAME) != null;
    }

    public boolean areEmulated() {
        return !lab.isEmpty();
    }

    /**
     * How many of so many workers each host has.
     *
     * @throws IllegalArgumentException if not each has the same number
     */
    public int slots(int allWorkers) {
        if (allWorkers % workers.size() != 0) {
            throw new IllegalArgumentException(allWorkers + " workers on " + workers.size()
                    + " hosts: give as many to each, a multiple of the hosts");
        }
        return allWorkers / workers.size();
    }

    /** All of them, each once. */
    public List<Host> all() {
        return areEmulated() ? Stream.concat(Stream.of(hub), workers.stream()).toList() : List.of(hub);
    }

    /** Encodes them as one argument of a command. */
    public String encode() {
        List<String> parts = new ArrayList<>(List.of(words(lab), hub.encode()));
        workers.forEach(worker -> parts.add(worker.encode()));
        return String.join(BETWEEN_HOSTS, parts);
    }

    public static Hosts decode(String encoded) {
        String[] part = encoded.split(BETWEEN_HOSTS, -1);
        List<Host> hosts = Stream.of(part).skip(1).map(Host::decode).toList();
        return new Hosts(hosts.get(0), hosts.subList(1, hosts.size()), plainWords(part[0]));
    }

    private static String words(List<String> words) {
        return words.stream().map(Hosts::word).collect(Collectors.joining(BETWEEN_WORDS));
    }

    private static List<String> plainWords(String encoded) {
        return encoded.isEmpty()
                ? List.of()
                : Stream.of(encoded.split(BETWEEN_WORDS)).map(Hosts::plain).toList();
    }

    /** Without any character that separates. */
    private static String word(String plain) {
        return URLEncoder.encode(plain, StandardCharsets.UTF_8);
    }

    private static String plain(String word) {
        return URLDecoder.decode(word, StandardCharsets.UTF_8);
    }
}
