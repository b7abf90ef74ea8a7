# SPDX-License-Identifier: Apache-2.0
"""System tests of netlab: python3 -m unittest -v test_netlab, as root, in this directory (about a minute)."""
import json
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import netlab as program

HERE = Path(__file__).resolve().parent
LAB = f"test-{os.getpid()}"
JAVA_PEER = """
import java.net.*;
public class Peer {
    public static void main(String[] args) throws Exception {
        if (args[0].equals("serve")) {
            try (ServerSocket server = new ServerSocket(5000)) {
                System.out.println("READY");
                Socket client = server.accept();
                client.getOutputStream().write(client.getInputStream().readNBytes(5));
            }
            return;
        }
        long start = System.nanoTime();
        try (Socket socket = new Socket(args[1], 5000)) {
            socket.getOutputStream().write("hello".getBytes());
            String reply = new String(socket.getInputStream().readNBytes(5));
            System.out.printf("%s %s %s %d%n", reply, InetAddress.getLocalHost().getHostName(),
                InetAddress.getLocalHost().getHostAddress(), (System.nanoTime() - start) / 1000000);
        }
    }
}
"""

RECEIVER = """
import socket
server = socket.create_server(("", 5000))
print("READY", flush=True)
connection = server.accept()[0]
received = 0
try:
    while chunk := connection.recv(4096):
        received += len(chunk)
    print(received, "and the end", flush=True)
except ConnectionResetError:
    print(received, "and a reset", flush=True)
"""
SENDER = """
import socket, sys, time
with socket.create_connection((sys.argv[1], 5000)) as connection:
    for _ in range(2):
        connection.sendall(bytes(1000))
        time.sleep(0.2)
"""


def setUpModule():
    try:
        program.check_machine()
    except program.NetlabError as problem:
        sys.exit(f"netlab: {problem}")


def command(*arguments):
    return [sys.executable, str(HERE / "netlab.py"), "--name", LAB, *arguments]


def netlab(*arguments, check=True):
    return subprocess.run(command(*arguments), capture_output=True, text=True, check=check)


def start(host, *arguments):
    """A process on a host, which has said that it is ready."""
    process = subprocess.Popen(command("exec", host, "--", *arguments), text=True,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    if process.stdout.readline().strip() != "READY":
        process.kill()
        process.communicate()
        raise AssertionError(f"{arguments} on {host} ended before it was ready")
    return process


def probe(host, *arguments):
    return netlab("exec", host, "--", sys.executable, str(HERE / "probe.py"), *arguments).stdout


def ping(source, target, count=10, gap=0.03):
    """(received, least RTT in ms or None: what a busy machine adds is not the lab's)"""
    server = start(target, sys.executable, str(HERE / "probe.py"), "echo")
    try:
        answer = json.loads(probe(source, "ping", target, str(count), str(gap)))
    finally:
        server.communicate(timeout=10)
    return answer["received"], answer["rtt"]


def stream(source, target):
    """Received Mbit/s of one TCP stream."""
    server = start(target, sys.executable, str(HERE / "probe.py"), "sink")
    try:
        probe(source, "flood", target, "5")
    finally:
        received = server.communicate(timeout=20)[0]
    return float(received)


def streams(*pairs):
    """Received Mbit/s of TCP streams that run at the same time."""
    servers = [start(target, sys.executable, str(HERE / "probe.py"), "sink") for _, target in pairs]
    senders = [subprocess.Popen(command("exec", source, "--", sys.executable, str(HERE / "probe.py"), "flood", target, "5"))
               for source, target in pairs]
    for sender in senders:
        sender.wait(30)
    return [float(server.communicate(timeout=20)[0]) for server in servers]


def status():
    """What the lab says of its daemon."""
    return json.loads(netlab("status").stdout.splitlines()[-1])


def daemon():
    """The lab's daemon; what it leaves behind can be looked at when it has ended."""
    return os.pidfd_open(status()["pid"])


def ended(pidfd):
    try:
        return bool(select.select([pidfd], (), (), 20)[0])
    finally:
        os.close(pidfd)


def traces():
    """Everything a lab leaves on the machine while it is up."""
    namespaces = subprocess.run(["ip", "netns"], capture_output=True, text=True).stdout
    devices = subprocess.run(["ip", "-br", "link"], capture_output=True, text=True).stdout
    processes = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    return ([line for line in namespaces.splitlines() if f"nl:{LAB}:" in line]
            + [line for line in devices.splitlines() if re.match(r"nl\d", line)]
            + [line for line in processes.splitlines() if LAB in line]
            + [str(path) for path in Path("/run/netlab").glob(LAB)])


class NetlabTest(unittest.TestCase):
    def setUp(self):
        self.assertEqual([], traces())

    def tearDown(self):
        netlab("down")
        self.assertEqual([], traces())

    def test_delay_is_accurate_and_changes_while_running(self):
        netlab("up", "mesh", "--first", "3", "--rtt", "20ms")
        for rtt in (20, 0, 1, 25, 50, 100):
            netlab("set", "w1", "w2", "--rtt", f"{rtt}ms")
            received, least = ping("w1", "w2")
            self.assertEqual(10, received)
            self.assertAlmostEqual(rtt, least, delta=1)
        netlab("set", "w1", "w2", "--delay", "5ms", "--one-way")
        self.assertAlmostEqual(55, ping("w1", "w2")[1], delta=1)
        self.assertAlmostEqual(20, ping("w1", "w3")[1], delta=1)

    def test_presets_with_extra_hosts(self):
        for preset, pair, rtt in (("eu", ("milan", "dublin"), 36), ("us", ("denver", "chicago"), 22),
                                  ("global", ("tokyo", "amsterdam"), 241.98)):
            netlab("up", preset, "--add", f"master@{pair[0]}", "--add", "kafka")
            self.assertAlmostEqual(rtt, ping(*pair)[1], delta=1)
            self.assertAlmostEqual(rtt, ping("master", pair[1])[1], delta=1)
            self.assertLess(ping("master", pair[0])[1], 1)
            self.assertLess(ping("kafka", pair[1])[1], 1)
            netlab("down")

    def test_cut_and_heal(self):
        netlab("up", "mesh", "--first", "4")
        netlab("cut", "w1,w2", "w3,w4")
        self.assertEqual([5, 0, 0, 5], [ping(a, b, 5)[0] for a, b in (
            ("w1", "w2"), ("w1", "w3"), ("w4", "w2"), ("w3", "w4"))])
        netlab("heal", "w1", "w3")
        self.assertEqual([5, 0], [ping("w1", "w3", 5)[0], ping("w1", "w4", 5)[0]])
        netlab("heal")
        self.assertEqual(5, ping("w4", "w2", 5)[0])
        netlab("cut", "w1")
        self.assertEqual([0, 5], [ping("w1", "w2", 5)[0], ping("w2", "w3", 5)[0]])

    def test_loss(self):
        netlab("up", "mesh", "--first", "2")
        netlab("set", "w1", "w2", "--loss", "30%", "--one-way")
        self.assertAlmostEqual(350, ping("w1", "w2", 500, 0.002)[0], delta=40)

    def test_rate(self):
        netlab("up", "mesh", "--first", "2", "--rtt", "10ms")
        for rate in (10, 100):
            netlab("set", "--rate", f"{rate}mbit")
            self.assertAlmostEqual(rate, stream("w1", "w2"), delta=rate * 0.15)

    def up(self, folder, **topology):
        file = Path(folder, "topology.json")
        file.write_text(json.dumps({"default": {"rtt": "10ms"}, **topology}))
        netlab("up", str(file))

    def test_a_rate_that_pairs_share(self):
        pair = {"name": "sea", "rate": "40mbit"}
        with tempfile.TemporaryDirectory() as folder:
            self.up(folder, hosts=["a", "b", "c", "d"], links=[["a", "c", pair], ["b", "d", {"name": "sea"}]])
            self.assertAlmostEqual(40, sum(streams(("a", "c"), ("b", "d"))), delta=6)
            # the other direction has the same rate for itself
            self.assertAlmostEqual(80, sum(streams(("a", "c"), ("d", "b"))), delta=12)
            netlab("set", "--link", "sea", "--rate", "20mbit")
            self.assertAlmostEqual(20, sum(streams(("a", "c"), ("b", "d"))), delta=3)
            # rates of pairs are independent of each other
            netlab("set", "--link", "sea", "--rate", "none")
            netlab("set", "a,b", "c,d", "--rate", "40mbit")
            self.assertAlmostEqual(80, sum(streams(("a", "c"), ("b", "d"))), delta=12)

    def test_the_rate_of_a_host(self):
        with tempfile.TemporaryDirectory() as folder:
            self.up(folder, hosts=["a", "b", "c"], host_rates={"a": "40mbit"})
            self.assertEqual({"a": 40e6}, status()["host_rates"])
            self.assertAlmostEqual(40, sum(streams(("a", "b"), ("a", "c"))), delta=6)
            self.assertAlmostEqual(40, stream("b", "a"), delta=6)
            netlab("set", "a", "--host-rate", "none")
            self.assertGreater(sum(streams(("a", "b"), ("a", "c"))), 100)

    def test_a_trace_is_played(self):
        with tempfile.TemporaryDirectory() as folder:
            self.up(folder, hosts=["a", "b", "c"], links=[["a", "c", {"name": "sea"}]])
            trace = Path(folder, "trace.csv")
            trace.write_text("time,a,b,rtt,rate,loss\n# comment\n0.5, a, b, 60ms,,\n0, a, b, 30ms, 1mbit, 100%\n"
                             "0.6, sea,,, 7mbit,\n0.6, a, b,, none, 0\n")
            netlab("play", str(trace))
            while status()["trace_left"]:
                select.select((), (), (), 0.05)
            self.assertEqual(4, status()["trace_played"])
            self.assertAlmostEqual(60, ping("a", "b")[1], delta=1)
            self.assertAlmostEqual(10, ping("a", "c")[1], delta=1)
            self.assertEqual({7e6}, {way["rate"] for way in status()["shared"]})
            for line, said in (("0, a, z, 1ms,,", "entry 1 of the trace: unknown host: z"),
                               ("0, lake,,, 1mbit,", "unknown link 'lake'; links: sea"),
                               ("soon, a, b, 1ms,,", "entry 1 of the trace: could not convert"),
                               ("0, a, b", "has not the 6 fields"), ("0, sea,, 5ms,,", "only rate and queue")):
                trace.write_text("time,a,b,rtt,rate,loss\n" + line + "\n")
                self.assertIn(said, netlab("play", str(trace), check=False).stderr)

    def test_throughput(self):
        netlab("up", "mesh", "--first", "2")
        for rtt, least in ((0, 2000), (25, 400), (100, 100)):
            netlab("set", "--rtt", f"{rtt}ms")
            self.assertGreater(stream("w1", "w2"), least)

    def test_two_java_machines(self):
        netlab("up", "mesh", "--first", "2", "--rtt", "50ms")
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "Peer.java")
            source.write_text(JAVA_PEER)
            subprocess.run(["javac", "-d", folder, str(source)], check=True)
            server = start("w2", "java", "-cp", folder, "Peer", "serve")
            try:
                output = netlab("exec", "w1", "--", "java", "-cp", folder, "Peer", "call", "w2").stdout.split()
            finally:
                server.kill()
                server.communicate()
        self.assertEqual(["hello", "w1", "10.77.0.1"], output[:3])
        self.assertGreaterEqual(int(output[3]), 100)     # two round trips

    def test_root_access(self):
        netlab("up", "mesh", "--first", "2", "--root-access")
        self.assertEqual(3, ping("root", "w2", 3)[0])

    def test_hosts_reach_nothing_else(self):
        netlab("up", "mesh", "--first", "2")
        routes = netlab("exec", "w1", "--", "ip", "route").stdout.splitlines()
        self.assertEqual(1, len(routes))
        self.assertNotIn("default", routes[0])

    def test_down_ends_processes_and_up_works_again(self):
        for _ in range(2):
            netlab("up", "mesh", "--first", "2")
            self.assertIn("exists", netlab("up", "mesh", check=False).stderr)
            stubborn = start("w1", "sh", "-c", "trap '' TERM; echo READY; exec tail -f /dev/null")
            netlab("down")
            self.assertEqual(-signal.SIGKILL, stubborn.wait(5))
            stubborn.communicate()
            self.assertEqual([], traces())

    def test_down_after_the_daemon_was_killed(self):
        netlab("up", "mesh", "--first", "2")
        os.kill(json.loads(netlab("status").stdout.splitlines()[-1])["pid"], signal.SIGKILL)
        netlab("down")
        self.assertEqual([], traces())

    def test_run_returns_the_status_and_cleans_up(self):
        script = f"{sys.executable} {HERE}/netlab.py exec w1 -- ip route && exit 7"
        self.assertEqual(7, netlab("run", "mesh", "--first", "2", "--", "sh", "-c", script,
                                   check=False).returncode)
        self.assertEqual([], traces())

    def test_run_cleans_up_after_an_interrupt(self):
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            script = "echo READY; exec tail -f /dev/null"
            run = subprocess.Popen(command("run", "mesh", "--first", "2", "--", "sh", "-c", script),
                                   stdout=subprocess.PIPE, text=True, start_new_session=True)
            self.assertEqual("READY", run.stdout.readline().strip())
            os.killpg(run.pid, signum)                   # as a terminal does
            run.communicate(timeout=20)
            self.assertEqual(128 + signum, run.returncode)
            self.assertEqual([], traces())

    def test_a_lab_goes_down_with_its_owner(self):
        owner = subprocess.Popen(["tail", "-f", "/dev/null"])
        netlab("up", "mesh", "--first", "2", "--while", str(owner.pid))
        inside = start("w1", "sh", "-c", "echo READY; exec tail -f /dev/null")
        last = daemon()
        owner.kill()
        owner.wait()
        self.assertTrue(ended(last))
        inside.communicate(timeout=5)
        self.assertEqual([], traces())

    def test_a_killed_run_leaves_nothing(self):
        run = subprocess.Popen(command("run", "mesh", "--first", "2", "--", "sh", "-c",
                                       "echo READY; read line"),
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.assertEqual("READY", run.stdout.readline().strip())
        last = daemon()
        run.kill()
        self.assertTrue(ended(last))
        run.communicate(timeout=5)                       # ends the script
        self.assertEqual([], traces())

    def test_what_is_missing_is_named(self):
        with mock.patch("os.geteuid", return_value=1), self.assertRaisesRegex(program.NetlabError, "root"):
            program.check_machine()
        with mock.patch("shutil.which", return_value=None), \
                self.assertRaisesRegex(program.NetlabError, "^the command 'ip' is missing: .*Debian package iproute2"):
            program.check_machine()
        for used, package in (("tc", "iproute2"), ("nsenter", "util-linux"), ("iptables", "iptables")):
            self.assertIn(f"apt-get install {package})", program.missing(used))

    def test_bad_input_is_explained(self):
        netlab("up", "mesh", "--first", "2")
        self.assertIn("unknown host", netlab("cut", "w9", "w1", check=False).stderr)
        self.assertIn("units", netlab("set", "w1", "w2", "--delay", "5x", check=False).stderr)
        self.assertIn("unknown host", netlab("exec", "w9", "--", "true", check=False).stderr)
        self.assertEqual("netlab: the command 'no-such' is missing: install it, or name a program",
                         netlab("exec", "w1", "--", "no-such", check=False).stderr.strip())
        self.assertIn("'no-such' is missing", netlab("run", "mesh", "--first", "2", "--", "no-such", check=False).stderr)

    def test_a_connection_is_reset_in_the_middle_of_a_packet(self):
        netlab("up", "mesh", "--first", "2")
        for torn, said in ((True, "500 and a reset"), (False, "2000 and the end")):
            with self.subTest(torn=torn):
                server = start("w2", sys.executable, "-c", RECEIVER)
                if torn:
                    netlab("tear", "w1", "w2", "--one-way")
                netlab("exec", "w1", "--", sys.executable, "-c", SENDER, "w2", check=False)
                self.assertEqual(said, server.communicate(timeout=10)[0].strip())


class ForwarderTest(unittest.TestCase):
    """Without hosts: time and packets are given."""

    def test_no_packet_of_a_batch_arrives_before_its_own_delay(self):
        now, pair = 0.0, {"a": bytes(4), "b": bytes(3) + b"1"}
        topology = mock.Mock(shared={}, host_rates={}, ip=pair)
        topology.settings.return_value = {"delay": 0.5}
        topology.shared_by.return_value = ()
        forwarder = program.Forwarder(topology, {"a": 3, "b": 4}, control=None)
        packets = 2 * [bytes(program.ADDRESSES.start) + pair["a"] + pair["b"]]

        def read(*_):
            nonlocal now
            now += 1
            if not packets:
                raise BlockingIOError
            return packets.pop()

        with mock.patch.object(program.os, "read", read), mock.patch.object(program.time, "monotonic", lambda: now):
            forwarder.accept_packets(3)

        self.assertEqual([1.5, 2.5], [due for due, *_ in forwarder.links["a", "b"].in_flight])


if __name__ == "__main__":
    unittest.main()
