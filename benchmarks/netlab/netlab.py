#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""netlab - an emulated wide-area network of namespaces on one Linux machine.

Every host of a topology is a network namespace with one TUN device (`eth0`).
A daemon owns the other ends and carries IPv4 packets between them in user space,
with delay, jitter, loss, rate, cuts and resets per directed pair, and rates that several
pairs share: of a named link, and of a host.  It needs root, iproute2
and /dev/net/tun, but no kernel qdisc (netem, tbf).  See README.md.
"""
import argparse
import bisect
import collections
import contextlib
import csv
import ctypes
import fcntl
import gc
import ipaddress
import json
import os
import random
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

STATE_ROOT = Path("/run/netlab")
NETNS_DIR = Path("/run/netns")
NAME_PATTERN = re.compile(r"[a-z0-9][a-z0-9_.-]{0,40}")
ROOT_HOST = "root"                       # pseudo host: the machine's own namespace

# linux/if_tun.h, sched.h and mount.h
TUNSETIFF, TUNSETOFFLOAD = 0x400454CA, 0x400454D0
IFF_TUN, IFF_NO_PI, IFF_VNET_HDR = 0x0001, 0x1000, 0x4000
TUN_F_CSUM, TUN_F_TSO4, TUN_F_TSO_ECN = 0x01, 0x02, 0x08
CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWNET = 0x00020000, 0x04000000, 0x40000000
MS_BIND, MS_REC, MS_SLAVE = 0x1000, 0x4000, 0x80000

VNET_HEADER = 10                         # struct virtio_net_hdr before each packet
ADDRESSES = slice(VNET_HEADER + 12, VNET_HEADER + 20)      # IPv4 source, destination
READ_SIZE, READ_BATCH = VNET_HEADER + 65535, 32            # bytes, packets
TCP_RST, TCP_ACK = 0x04, 0x10
TORN_MOST = 512                          # bytes that still come of a packet in which a connection is reset
# With delays, the daemon looks no more often than this: a share of the shortest delay, at most so long.
TICK_SHARE, TICK_MOST, TICK_LEAST = 0.02, 200e-6, 50e-6

libc = ctypes.CDLL(None, use_errno=True)


class NetlabError(Exception):
    """A failure which is reported to the user without a stack trace."""


def quantity(units, default_unit):
    """A parser of texts such as '40ms'; a unit worth None makes the result None."""
    def parse(text):
        number, unit = re.fullmatch(r"([0-9.]*)\s*(.*)", str(text).strip().lower()).groups()
        factor = units.get(unit or default_unit, 0)
        if factor == 0 or (factor and not number):
            raise NetlabError(f"bad quantity {text!r}; units: {', '.join(units)}")
        return factor and float(number) * factor
    return parse


seconds = quantity({"us": 1e-6, "ms": 1e-3, "s": 1.0}, "ms")
probability = quantity({"": 1.0, "%": 0.01}, "")
bit_rate = quantity({"none": None, "bit": 1.0, "kbit": 1e3, "mbit": 1e6, "gbit": 1e9}, "mbit")

LINK_FIELDS = {"delay": seconds, "jitter": seconds, "loss": probability,
               "rate": bit_rate, "queue": seconds, "rtt": seconds}


# The packages of the programs that netlab runs itself, and of those usually run on its hosts
PACKAGES = {"ip": "iproute2", "ss": "iproute2", "tc": "iproute2", "nsenter": "util-linux", "iptables": "iptables", "nft": "nftables",
            "ping": "iputils-ping", "iperf3": "iperf3", "tcpdump": "tcpdump", "ethtool": "ethtool", "sysctl": "procps"}
RATE_FIELDS = ("rate", "queue")          # of what several pairs share
TRACE_FIELDS = ("time", "a", "b", "rtt", "rate", "loss")
QUEUE = 0.2                              # s, how long a packet may wait for a rate


def link_settings(raw):
    """Parse user-facing link settings; `rtt` stands for twice the `delay`."""
    if unknown := ", ".join(sorted(set(raw) - set(LINK_FIELDS))):
        raise NetlabError(f"unknown link setting: {unknown}")
    settings = {field: LINK_FIELDS[field](text) for field, text in raw.items()}
    if "rtt" in settings:
        settings["delay"] = settings.pop("rtt") / 2
    return settings


def rate_settings(owner, raw):
    """Parse the settings of what several pairs share."""
    if other := ", ".join(sorted(set(raw) - set(RATE_FIELDS))):
        raise NetlabError(f"{owner} is shared, so it has only {' and '.join(RATE_FIELDS)}, not {other}")
    return link_settings(raw)


class Topology:
    """Hosts in order, their addresses, the settings of each pair, and the rates that pairs share."""

    def __init__(self, spec, first=None, extra=(), rtt=None, root_access=False):
        self.site = {name: name for name in spec["hosts"][:first]}
        self.site.update(spec.get("extra", {}))
        self.site.update((name, site or None) for name, _, site in
                         (text.partition("@") for text in extra))
        if root_access or spec.get("root_access"):
            self.site[ROOT_HOST] = None
        for name in self.site:
            if not NAME_PATTERN.fullmatch(name):
                raise NetlabError(f"bad host name {name!r}")
        network = ipaddress.ip_network(spec.get("subnet", "10.77.0.0/24"))
        if not network.is_private:
            raise NetlabError(f"{network} is not a private network")
        self.prefix = network.prefixlen
        self.ip = {name: str(network[i]) for i, name in enumerate(self.site, 1)}
        if ROOT_HOST in self.ip:
            self.ip[ROOT_HOST] = str(network[-2])
        self.gso, self.mtu = spec.get("gso", True), spec.get("mtu", 1500)
        self.seed, self.sysctl = spec.get("seed"), spec.get("sysctl", {})
        self._default = link_settings(spec.get("default", {}) | ({"rtt": rtt} if rtt else {}))
        self._pairs = {}
        pairs = [(a, b, {"rtt": rtt}) for a, row in spec.get("rtt", {}).items()
                 for b, rtt in row.items()]
        self.shared = {}                 # settings by name of link
        self._links = []                 # (name, a, b): from a to b the link goes forwards
        for a, b, raw in pairs + spec.get("links", []):
            if name := raw.get("name"):
                self._share(name, a, b, {field: raw[field] for field in RATE_FIELDS if field in raw})
                raw = {field: text for field, text in raw.items() if field not in ("name", *RATE_FIELDS)}
            self._pairs.setdefault(frozenset((a, b)), {}).update(link_settings(raw))
        self.host_rates = {name: rate_settings(f"the rate of host {name!r}", raw if isinstance(raw, dict) else {"rate": raw})
                           for name, raw in spec.get("host_rates", {}).items()}
        if unknown := ", ".join(sorted(set(self.host_rates) - set(self.site))):
            raise NetlabError(f"host_rates: unknown host: {unknown}")

    def _share(self, name, a, b, raw):
        settings = rate_settings(f"link {name!r}", raw)
        known = self.shared.setdefault(name, settings or {})
        for field, value in settings.items():
            if known.setdefault(field, value) != value:
                raise NetlabError(f"link {name!r} has two values of {field}: give it once, all its pairs share it")
        self._links.append((name, a, b))

    def shared_by(self, a, b):
        """The named links of a direction, as (name, whether forwards); extra hosts have those of their sites."""
        here, there = self.site[a], self.site[b]
        return [(name, here == one) for name, one, other in self._links
                if None not in (here, there) and {here, there} == {one, other} and one != other]

    def settings(self, a, b):
        """Extra hosts share their site's links; site-less ones are 0 ms from all."""
        here, there = self.site[a], self.site[b]
        if None in (here, there) or here == there:
            return self._pairs.get(frozenset((a, b)), {})
        return {**self._default, **self._pairs.get(frozenset((here, there)), {})}


def checksum(data):
    """Of IPv4 and TCP (RFC 1071)."""
    data += bytes(len(data) % 2)
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def tcp_packet(ip_header, tcp_header, sequence, flags, data):
    """A packet with these headers but for what is given, after a header of the device that leaves nothing to do."""
    head, tcp = bytearray(ip_header), bytearray(tcp_header)
    struct.pack_into(">H", head, 2, len(head) + len(tcp) + len(data))
    struct.pack_into(">H", head, 10, 0)
    struct.pack_into(">H", head, 10, checksum(bytes(head)))
    struct.pack_into(">I", tcp, 4, sequence & 0xFFFFFFFF)
    tcp[13] = flags
    struct.pack_into(">H", tcp, 16, 0)
    pseudo = head[12:20] + struct.pack(">BBH", 0, socket.IPPROTO_TCP, len(tcp) + len(data))
    struct.pack_into(">H", tcp, 16, checksum(bytes(pseudo + tcp) + data))
    return bytes(VNET_HEADER) + head + tcp + data


def torn(packet):
    """What becomes of a TCP packet if its connection is reset in the middle of it; None if it carries no data."""
    head_end = VNET_HEADER + (packet[VNET_HEADER] & 15) * 4
    if packet[VNET_HEADER + 9] != socket.IPPROTO_TCP:
        return None
    tcp_end = head_end + (packet[head_end + 12] >> 4) * 4
    data = packet[tcp_end:VNET_HEADER + struct.unpack_from(">H", packet, VNET_HEADER + 2)[0]]
    if len(data) < 2:
        return None
    first = data[:min(len(data) // 2, TORN_MOST)]
    headers = packet[VNET_HEADER:head_end], packet[head_end:tcp_end]
    sequence = struct.unpack_from(">I", packet, head_end + 4)[0]
    return (tcp_packet(*headers, sequence, TCP_ACK, first),
            tcp_packet(*headers, sequence + len(first), TCP_RST | TCP_ACK, b""))


class Transmitter:
    """Sends one packet after the other at a rate; times in seconds."""

    def __init__(self, settings=None):
        self.rate, self.queue = None, QUEUE
        self.busy_until = 0.0            # when it is idle again
        self.dropped = 0
        self.update(settings or {})

    def update(self, settings):
        vars(self).update(settings)

    def sent_at(self, size, now):
        """When a packet that comes now is sent, or None if it would wait too long; reserves nothing."""
        if not self.rate:
            return now
        start = max(now, self.busy_until)
        return None if start - now > self.queue else start + size * 8 / self.rate


class Link:
    """One direction between two hosts; times in seconds."""

    def __init__(self, settings, shared=()):
        self.delay, self.jitter, self.loss, self.rate, self.queue = 0.0, 0.0, 0.0, None, QUEUE
        self.own = Transmitter()
        self.transmitters = (*shared, self.own)     # those that a packet passes, in order
        self.is_cut = False
        self.tears = False               # the connection of the next packet with data
        self.in_flight = collections.deque()     # (due, out_fd, packet), in order
        self.last_due = 0.0              # keeps the packets of a link in order
        self.packets = self.bytes = self.dropped = 0
        self.update(settings)

    def update(self, settings):
        vars(self).update(settings)
        if not {"rate", "queue"}.isdisjoint(settings):
            self.own.update({"rate": self.rate, "queue": self.queue})
        self.last_due = 0.0              # a shorter delay takes effect at once
        self.classify()

    def classify(self):
        # the usual case, which is worth being quick: only delay
        self.is_plain = not (self.is_cut or self.loss or self.jitter
                             or any(transmitter.rate for transmitter in self.transmitters))

    def arrival_time(self, size, now):
        """When a packet sent now arrives, or None if the link drops it."""
        if self.is_cut or (self.loss and random.random() < self.loss):
            return None
        sent, passed = now, []
        for transmitter in self.transmitters:
            at = transmitter.sent_at(size, sent)
            if at is None:
                transmitter.dropped += 1
                return None
            sent = at
            passed.append((transmitter, at))
        for transmitter, at in passed:   # only now: a packet that one drops takes no time of the others
            if transmitter.rate:
                transmitter.busy_until = at
        due = sent + self.delay
        if self.jitter:
            due += random.uniform(-self.jitter, self.jitter)
        self.last_due = max(due, self.last_due)
        return self.last_due


class Forwarder:
    """The daemon: moves packets between TUN devices; do_* serve the command line."""

    def __init__(self, topology, tun_fds, control, owner=None):
        self.control = control
        self.owner = owner               # pidfd of the process without which nobody needs the lab
        self.orphaned = False
        self.running = True
        self.shared = {name: {True: Transmitter(settings), False: Transmitter(settings)}
                       for name, settings in topology.shared.items()}
        self.sending = {host: Transmitter(topology.host_rates.get(host)) for host in tun_fds}
        self.receiving = {host: Transmitter(topology.host_rates.get(host)) for host in tun_fds}
        self.links = {(a, b): Link(topology.settings(a, b),
                                   (self.sending[a], self.receiving[b],
                                    *(self.shared[name][forwards] for name, forwards in topology.shared_by(a, b))))
                      for a in tun_fds for b in tun_fds if a != b}
        self.trace, self.played = collections.deque(), 0        # (due, a, b, settings), in order; entries done
        packed = {host: ipaddress.ip_address(ip).packed for host, ip in topology.ip.items()}
        self.routes = {fd: {} for fd in tun_fds.values()}
        for (a, b), link in self.links.items():
            self.routes[tun_fds[a]][packed[a] + packed[b]] = link, tun_fds[b]
        self.busy = set()                # links with packets in flight
        self.choose_tick()
        self.do_reset()

    def run(self):
        inputs = [self.control, *self.routes, *([self.owner] if self.owner is not None else [])]
        looked, active = 0.0, False
        while self.running:
            now = time.monotonic()
            due = self.deliver_due(now)
            while self.trace and self.trace[0][0] <= now:
                self.play_next()
            if self.trace and (due is None or self.trace[0][0] < due):
                due = self.trace[0][0]
            wait = None if due is None else max(0.0, due - time.monotonic())
            if active and self.tick:
                # waking costs more than a packet: what comes and what is due within a tick goes together
                time.sleep(max(0.0, looked + self.tick - time.monotonic()))
                wait = 0
            # select(2), unlike epoll_wait(2), has a microsecond timeout
            ready = select.select(inputs, (), (), wait)[0]
            looked = time.monotonic()
            active = bool(ready) or due is not None and due <= looked
            for one in ready:
                if one is self.control:
                    self.serve_control()
                elif one == self.owner:
                    self.running, self.orphaned = False, True
                else:
                    self.accept_packets(one)

    def choose_tick(self):
        """How often to look at most: seldom enough to be cheap, often enough to be hardly late; 0 for at once."""
        least = min((link.delay for link in self.links.values() if link.delay), default=0.0)
        tick = min(TICK_MOST, least * TICK_SHARE)
        self.tick = tick if tick >= TICK_LEAST else 0.0

    def accept_packets(self, fd):
        routes = self.routes[fd]
        for _ in range(READ_BATCH):
            try:
                packet = os.read(fd, READ_SIZE)
            except BlockingIOError:
                return
            now = time.monotonic()       # of each: one that came later must not arrive before its delay is over
            route = routes.get(packet[ADDRESSES])
            if route is None:            # multicast, or nobody's address
                continue
            link, out_fd = route
            due = now + link.delay if link.is_plain else link.arrival_time(len(packet) - VNET_HEADER, now)
            if due is None:
                link.dropped += 1
                continue
            pieces = link.tears and torn(packet) or (packet,)
            if len(pieces) > 1:
                link.tears = False
            in_flight = link.in_flight
            for piece in pieces:
                if in_flight and due < in_flight[-1][0]:      # the delay has just become shorter
                    bisect.insort(in_flight, (due, out_fd, piece), key=lambda entry: entry[0])
                else:
                    in_flight.append((due, out_fd, piece))
            self.busy.add(link)

    def deliver_due(self, now):
        """Returns when the next packet is due, or None."""
        soonest = None
        for link in tuple(self.busy):
            in_flight = link.in_flight
            while in_flight and in_flight[0][0] <= now:
                due, out_fd, packet = in_flight.popleft()
                try:
                    if link.is_cut:
                        raise OSError("cut while the packet was in flight")
                    os.write(out_fd, packet)
                except OSError:          # or the receiving host's queue is full
                    link.dropped += 1
                    continue
                link.packets += 1
                link.bytes += len(packet) - VNET_HEADER
                lateness = now - due
                if lateness > self.max_lateness:
                    self.max_lateness = lateness
                self.late_over_1ms += lateness > 1e-3
            if not in_flight:
                self.busy.discard(link)
            elif soonest is None or in_flight[0][0] < soonest:
                soonest = in_flight[0][0]
        return soonest

    def serve_control(self):
        connection, _ = self.control.accept()
        with connection, contextlib.suppress(OSError, ValueError):
            connection.settimeout(1)
            request = json.loads(connection.makefile().readline())
            try:
                reply = getattr(self, "do_" + request.pop("command"))(**request) or {}
            except NetlabError as error:
                reply = {"error": str(error)}
            connection.sendall(json.dumps(reply).encode())

    def selected(self, sources, targets, one_way):
        sources, targets = self.expand(sources), self.expand(targets)
        return [link for (a, b), link in self.links.items()
                if (a in sources and b in targets)
                or (not one_way and b in sources and a in targets)]

    def expand(self, hosts):
        known = {a for a, _ in self.links}
        names = known if hosts == "*" else set(hosts.split(","))
        if names - known:
            raise NetlabError(f"unknown host: {', '.join(sorted(names - known))}")
        return names

    def do_set(self, sources, targets, one_way, link=None, host_rate=None, **raw):
        if link is not None:
            if link not in self.shared:
                raise NetlabError(f"unknown link {link!r}; links: {', '.join(self.shared) or 'none has a name'}")
            self.set_rates(self.shared[link].values(), rate_settings(f"link {link!r}", raw))
        elif host_rate is not None:
            if raw:
                raise NetlabError(f"a host has only a rate, not {', '.join(raw)}")
            hosts = self.expand(sources)
            self.set_rates([way[host] for host in hosts for way in (self.sending, self.receiving)],
                           {"rate": bit_rate(host_rate)})
        else:
            settings = link_settings(raw)
            for one in self.selected(sources, targets, one_way):
                one.update(settings)
        self.choose_tick()

    def set_rates(self, transmitters, settings):
        for transmitter in transmitters:
            transmitter.update(settings)
        for one in self.links.values():
            one.classify()

    def do_play(self, entries):
        """Take entries of a trace, in order of their times from now; what was left of an earlier one is forgotten."""
        trace = []
        for number, entry in enumerate(entries, 1):
            try:
                raw = {field: entry[field] for field in ("rtt", "rate", "loss") if entry[field]}
                due = seconds(f"{float(entry['time'])}s")
                if entry["b"]:
                    self.selected(entry["a"], entry["b"], False)
                    settings = link_settings(raw)
                elif entry["a"] in self.shared:
                    settings = rate_settings(f"link {entry['a']!r}", raw)
                else:
                    raise NetlabError(f"unknown link {entry['a']!r}; links: {', '.join(self.shared) or 'none has a name'}")
            except (NetlabError, ValueError) as problem:
                raise NetlabError(f"entry {number} of the trace: {problem}") from problem
            trace.append((due, entry["a"], entry["b"], settings))
        now = time.monotonic()
        self.trace = collections.deque(sorted(((now + due, a, b, settings) for due, a, b, settings in trace),
                                              key=lambda one: one[0]))
        self.played = 0

    def play_next(self):
        _, a, b, settings = self.trace.popleft()
        self.played += 1
        if b:
            for link in self.selected(a, b, False):
                link.update(settings)
        else:
            self.set_rates(self.shared[a].values(), settings)
        self.choose_tick()

    def do_cut(self, sources, targets, one_way, is_cut=True):
        for link in self.selected(sources, targets, one_way):
            link.update({"is_cut": is_cut})

    def do_heal(self, sources, targets, one_way):
        self.do_cut(sources, targets, one_way, is_cut=False)

    def do_tear(self, sources, targets, one_way):
        for link in self.selected(sources, targets, one_way):
            link.tears = True

    def do_status(self):
        links = [{key: value for key, value in vars(link).items() if key not in ("own", "transmitters")}
                 | {"in_flight": len(link.in_flight), "src": a, "dst": b}
                 for (a, b), link in self.links.items()]
        shared = [{"link": name, "forwards": forwards, **vars(transmitter)}
                  for name, ways in self.shared.items() for forwards, transmitter in ways.items()]
        return {"pid": os.getpid(), "in_flight": sum(link["in_flight"] for link in links),
                "late_over_1ms": self.late_over_1ms, "max_lateness": self.max_lateness,
                "trace_played": self.played, "trace_left": len(self.trace),
                "host_rates": {host: one.rate for host, one in self.sending.items() if one.rate},
                "shared": shared, "links": links}

    def do_reset(self):
        """Zero the counters, e.g. before a measurement."""
        self.late_over_1ms, self.max_lateness = 0, 0.0
        for link in self.links.values():
            link.packets = link.bytes = link.dropped = 0
        for transmitter in (*(one for ways in self.shared.values() for one in ways.values()),
                            *self.sending.values(), *self.receiving.values()):
            transmitter.dropped = 0

    def do_stop(self):
        self.running = False
        return {"pid": os.getpid()}


def ip(*arguments):
    result = subprocess.run(["ip", *arguments], capture_output=True, text=True)
    if result.returncode:
        raise NetlabError(f"ip {' '.join(arguments)}: {result.stderr.strip()}")
    return result.stdout


def checked(result):
    if result != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def enter_network(namespace):
    checked(libc.setns(namespace.fileno(), CLONE_NEWNET))


def open_tun(device, gso):
    fd = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    flags = IFF_TUN | IFF_NO_PI | IFF_VNET_HDR
    fcntl.ioctl(fd, TUNSETIFF, struct.pack("16sH22x", device.encode(), flags))
    fcntl.ioctl(fd, TUNSETOFFLOAD, TUN_F_CSUM | (TUN_F_TSO4 | TUN_F_TSO_ECN if gso else 0))
    return fd


def write_sysctl(key, value):
    Path("/proc/sys", key).write_text(str(value))


def processes_in(namespaces):
    return [int(pid) for path in namespaces for pid in ip("netns", "pids", path.name).split()]


def end_processes(namespaces, patience=3.0):
    """SIGTERM, and SIGKILL for whatever then remains."""
    for signum in (signal.SIGTERM, signal.SIGKILL):
        for pid in processes_in(namespaces):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signum)
        deadline = time.monotonic() + patience
        while processes_in(namespaces) and time.monotonic() < deadline:
            time.sleep(0.02)


class Lab:
    """A named set of namespaces, its state directory and its daemon."""

    def __init__(self, name):
        if not NAME_PATTERN.fullmatch(name):
            raise NetlabError(f"bad lab name {name!r}")
        self.name = name
        self.state = STATE_ROOT / name

    def netns(self, host):
        return NETNS_DIR / f"nl:{self.name}:{host}"

    def addresses(self):
        if not self.state.exists():
            raise NetlabError(f"lab {self.name!r} is not up")
        return json.loads((self.state / "hosts.json").read_text())

    def request(self, **message):
        self.addresses()                 # fails if the lab is not up
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(5)
            connection.connect(str(self.state / "control.sock"))
            connection.sendall(json.dumps(message).encode() + b"\n")
            reply = json.loads(connection.makefile().read())
        if "error" in reply:
            raise NetlabError(reply["error"])
        return reply

    def up(self, topology, owner=None):
        """With `owner`, a process id, the lab goes down by itself when that process has ended."""
        if self.state.exists():
            raise NetlabError(f"lab {self.name!r} exists; `netlab --name {self.name} down` first")
        self.state.mkdir(parents=True)
        hosts = {"localhost": "127.0.0.1", **topology.ip}.items()
        (self.state / "hosts").write_text("".join(f"{ip} {host}\n" for host, ip in hosts))
        (self.state / "hosts.json").write_text(json.dumps(topology.ip))
        try:
            fds = {host: self._create_host(topology, host) for host in topology.ip}
            self._start_daemon(topology, fds, owner and os.pidfd_open(owner))
        except BaseException:
            self.down()
            raise

    def _create_host(self, topology, host):
        """Returns the daemon's end of the host's TUN device."""
        if host == ROOT_HOST:
            return self._attach(topology, host, f"nl{os.getpid()}")
        ip("netns", "add", self.netns(host).name)
        with open("/proc/self/ns/net") as home, open(self.netns(host)) as namespace:
            enter_network(namespace)
            try:
                for key, value in {"net/ipv4/ip_forward": 0, **topology.sysctl}.items():
                    write_sysctl(key, value)
                ip("link", "set", "lo", "up")
                return self._attach(topology, host, "eth0")
            finally:
                enter_network(home)

    @staticmethod
    def _attach(topology, host, device):
        fd = open_tun(device, topology.gso)
        write_sysctl(f"net/ipv6/conf/{device}/disable_ipv6", 1)
        ip("address", "add", f"{topology.ip[host]}/{topology.prefix}", "dev", device)
        ip("link", "set", device, "up", "mtu", str(topology.mtu), "txqueuelen", "10000")
        return fd

    def _start_daemon(self, topology, fds, owner):
        control = socket.socket(socket.AF_UNIX)
        control.bind(str(self.state / "control.sock"))
        control.listen(16)
        if os.fork():
            for fd in fds.values():
                os.close(fd)
            return
        try:
            os.setsid()
            log = os.open(self.state / "log", os.O_WRONLY | os.O_CREAT, 0o600)
            for stream, fd in enumerate((os.open(os.devnull, os.O_RDONLY), log, log)):
                os.dup2(fd, stream)
            Path("/proc/self/timerslack_ns").write_text("1")
            with contextlib.suppress(PermissionError):
                # on time although the hosts' processes occupy all processors
                os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
            gc.disable()                 # nothing here makes reference cycles
            random.seed(topology.seed)
            forwarder = Forwarder(topology, fds, control, owner)
            forwarder.run()
            if forwarder.orphaned:
                self.remove()
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            os._exit(0)

    def down(self):
        """End the hosts' processes and the daemon; remove every trace."""
        end_processes(self.namespaces())
        with contextlib.suppress(NetlabError, OSError, ValueError):    # it may be dead
            daemon = os.pidfd_open(self.request(command="stop")["pid"])
            select.select([daemon], (), (), 5)
        self.remove()

    def namespaces(self):
        return list(NETNS_DIR.glob(self.netns("*").name))

    def remove(self):
        """End the hosts' processes; remove what is not the daemon's own."""
        end_processes(self.namespaces())
        for namespace in self.namespaces():
            with contextlib.suppress(NetlabError):    # `down` and an orphaned daemon may meet here
                ip("netns", "delete", namespace.name)
        shutil.rmtree(self.state, ignore_errors=True)

    def exec(self, host, command):
        """Become `command` on a host, with its own hostname and /etc/hosts."""
        addresses = self.addresses()
        if host not in addresses:
            raise NetlabError(f"unknown host {host!r}; hosts: {', '.join(addresses)}")
        os.environ.update(NETLAB_NAME=self.name, NETLAB_HOST=host, NETLAB_IP=addresses[host])
        checked(libc.unshare(CLONE_NEWNS | CLONE_NEWUTS))
        checked(libc.mount(b"none", b"/", None, MS_REC | MS_SLAVE, None))
        hosts = str(self.state / "hosts").encode()
        checked(libc.mount(hosts, b"/etc/hosts", None, MS_BIND, None))
        if host != ROOT_HOST:
            with open(self.netns(host)) as namespace:
                enter_network(namespace)
            socket.sethostname(host)
        try:
            os.execvp(command[0], command)
        except FileNotFoundError:
            raise NetlabError(missing(command[0])) from None

    def run(self, topology, script):
        if not shutil.which(script[0]):
            raise NetlabError(missing(script[0]))
        for number in (signal.SIGHUP, signal.SIGTERM):
            signal.signal(number, lambda received, _: sys.exit(128 + received))
        try:
            # the daemon ends the lab if this process is killed
            self.up(topology, os.getpid())
            return subprocess.call(script, env={**os.environ, "NETLAB_NAME": self.name})
        except KeyboardInterrupt:
            return 128 + signal.SIGINT
        finally:
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_IGN)
            self.down()


def load_topology(args):
    path = Path(args.topology)
    if not path.exists():
        path = Path(__file__).resolve().parent / "presets" / f"{args.topology}.json"
    spec = json.loads(path.read_text())
    return Topology(spec, args.first, args.add, args.rtt, args.root_access)


def load_trace(path):
    with open(path, newline="") as file:
        rows = csv.DictReader((line for line in file if not line.startswith("#")), skipinitialspace=True)
        if tuple(rows.fieldnames or ()) != TRACE_FIELDS:
            raise NetlabError(f"{path}: its first line must be {','.join(TRACE_FIELDS)}")
        entries = []
        for row in rows:
            if None in row or None in row.values():
                raise NetlabError(f"{path}: line {rows.line_num} has not the {len(TRACE_FIELDS)} fields of the first one")
            entries.append({field: text.strip() for field, text in row.items()})
        return entries


def build_parser():
    parser = argparse.ArgumentParser(prog="netlab", description=__doc__.splitlines()[0])
    parser.add_argument("--name", help="lab name (default: $NETLAB_NAME or 'lab')")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("up", "run"):
        command = commands.add_parser(name)
        command.add_argument("topology", help="JSON file or preset name")
        command.add_argument("--first", type=int, help="use only the first N hosts")
        command.add_argument("--rtt", help="RTT of the pairs without one of their own")
        command.add_argument("--add", action="append", default=[], metavar="HOST[@SITE]",
                             help="extra host, beside SITE or 0 ms from everything")
        command.add_argument("--root-access", action="store_true",
                             help="join the machine's own namespace as host 'root'")
        if name == "up":
            command.add_argument("--while", type=int, dest="owner", metavar="PID",
                                 help="take the lab down when this process has ended")
    command.add_argument("script", nargs="+", help="command to run in the root namespace")
    command = commands.add_parser("exec")
    command.add_argument("host")
    command.add_argument("argv", nargs="+")
    for name in ("set", "cut", "heal", "tear"):
        command = commands.add_parser(name)
        command.add_argument("sources", nargs="?", default="*", help="host, comma list or '*'")
        command.add_argument("targets", nargs="?", default="*")
        command.add_argument("--one-way", action="store_true")
        if name == "set":
            only = command.add_mutually_exclusive_group()
            only.add_argument("--link", metavar="NAME", help="set --rate or --queue of a named link instead")
            only.add_argument("--host-rate", metavar="RATE",
                              help="what each of the first hosts sends to all, and receives from all, at most")
            for field in LINK_FIELDS:
                command.add_argument(f"--{field}")
    command = commands.add_parser("play")
    command.add_argument("trace", help=f"CSV file with a heading: {','.join(TRACE_FIELDS)}")
    for name in ("status", "reset", "hosts", "down", "check"):
        commands.add_parser(name)
    return parser


def missing(command):
    """One line about a command that is not there, with the Debian package that has it, if it is a usual one."""
    package = PACKAGES.get(command)
    return f"the command {command!r} is missing: " + (
        f"install the Debian package {package} (apt-get install {package})" if package else "install it, or name a program")


def check_machine():
    """Name what is missing in one line, before anything is made."""
    if os.geteuid() != 0:
        raise NetlabError("needs root, to make network namespaces: run it with sudo")
    if not shutil.which("ip"):
        raise NetlabError(missing("ip"))
    if not Path("/dev/net/tun").exists():
        raise NetlabError("needs /dev/net/tun: load the kernel module tun, or give it to this container")


def main():
    args = build_parser().parse_args()
    check_machine()
    default = f"run-{os.getpid()}" if args.command == "run" else os.environ.get("NETLAB_NAME")
    lab = Lab(args.name or default or "lab")
    match args.command:
        case "up":
            lab.up(load_topology(args), args.owner)
        case "run":
            return lab.run(load_topology(args), args.script)
        case "exec":
            lab.exec(args.host, args.argv)
        case "set" | "cut" | "heal" | "tear" | "reset":
            message = {k: v for k, v in vars(args).items() if k != "name" and v is not None}
            lab.request(**message)
        case "play":
            lab.request(command="play", entries=load_trace(args.trace))
        case "status":
            status = lab.request(command="status")
            for record in (*status.pop("links"), status):
                print(json.dumps(record))
        case "hosts":
            print((lab.state / "hosts").read_text(), end="")
        case "down":
            lab.down()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (NetlabError, OSError, ValueError) as problem:
        sys.exit(f"netlab: {problem}")
