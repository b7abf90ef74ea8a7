# SPDX-License-Identifier: Apache-2.0
"""Runs a function as a Millrace engine, see docs/engines.md. Needs the standard library only."""

import mmap
import os
import signal
import socket
import struct
import sys
import threading

VERSION = 1
HELLO, INPUT, MESSAGE, RESULT, TAKEN, ACK, FAIL, LOG, PING = range(1, 10)
MAX_INLINE, MAX_LENGTH = 65536, 66560
DEBUG, INFO, WARN, ERROR = range(4)


class WorkerEnded(BaseException):
    """The connection has ended. It passes through functions that catch an Exception."""


class Message:
    """One message. Values are found by field or position. Bytes are memoryviews, valid until the message has been processed."""

    def __init__(self, engine, number, source, values):
        self._engine, self._number, self._fields, self._ended = engine, number, source[2], False
        self.component, self.stream, self.values = source[0], source[1], values

    def __getitem__(self, field):
        return self.values[field if isinstance(field, int) else self._fields.index(field)]

    def emit(self, *values, stream="default"):
        """Emits a tuple, as part of the message's tree."""
        self._engine.emit(self, stream, values)

    def alive(self):
        """Begins the time that the message may take again."""
        self._engine.send(PING, struct.pack("<q", self._number), self)

    def log(self, text, level=INFO):
        """Writes a line to the worker's log. What is printed goes there too."""
        self._engine.send(LOG, bytes([level]) + text.encode("utf-8", "replace")[:4096])


def run(process, prepare=None, raw=False):
    """Processes messages until the worker ends.

    process: called with each Message. The message is acked when it returns, and fails with the text of an exception.
    prepare: called once, with a dict that describes task and settings.
    raw: messages and results are single values of bytes, without any encoding.
    """
    if "MILLRACE_ENGINE_SOCKET" not in os.environ:
        sys.exit("this program is an engine: a worker starts it, see docs/engines.md")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal; the worker decides when engines end
    sys.stdout.reconfigure(line_buffering=True)
    try:
        Engine(raw).run(process, prepare)
    except WorkerEnded:
        pass


class Engine:
    def __init__(self, raw):
        self.raw, self.inputs, self.streams = raw, {}, {}
        self.lock = threading.RLock()  # a function may emit from several threads
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(os.environ["MILLRACE_ENGINE_SOCKET"])
        self.file = os.open(os.environ["MILLRACE_ENGINE_MEMORY"], os.O_RDWR)
        self.memory = mmap.mmap(self.file, 0)
        self.base = len(self.memory) // 2  # the second half is written by the engine
        self.reserved = 0

    def run(self, process, prepare):
        _, body = self.receive()
        hello = decode(self.payload(body, 2))[0]
        self.streams = hello["streams"]
        if prepare:
            prepare(hello)
        self.send(HELLO, struct.pack("<HB", VERSION, 1 if self.raw else 0))
        while True:
            kind, body = self.receive()
            if kind == MESSAGE:
                self.process(process, body)
            elif kind == INPUT:
                self.inputs[struct.unpack_from("<H", body)[0]] = decode(self.payload(body, 2))
            elif kind == PING:
                self.send(PING, body)

    def process(self, process, body):
        number, source = struct.unpack_from("<qH", body)
        message = Message(self, number, self.inputs[source], [])
        kind, sentence = ACK, b""
        try:
            payload = self.payload(body, 10)
            message.values = [payload] if self.raw else decode(payload)
            process(message)
        except Exception as error:
            kind = FAIL
            sentence = ("%s: %s" % (type(error).__name__, error)).encode("utf-8", "replace")[:4096]
        with self.lock:
            message._ended = True
            self.send(kind, struct.pack("<q", number) + sentence)

    def emit(self, message, stream, values):
        fields = self.streams.get(stream)
        if fields is None or len(fields) != len(values):
            raise ValueError("%d values for stream %r; the streams are %r" % (len(values), stream, self.streams))
        parts = [memoryview(values[0]).cast("B")] if self.raw else []
        if not self.raw:
            encode_all(values, parts)
        name = stream.encode()
        length = sum(len(part) for part in parts)
        head = struct.pack("<qB", message._number, len(name)) + name
        if length <= MAX_INLINE:
            self.send(RESULT, head + b"\0" + b"".join(parts), message)
            return
        if length > len(self.memory) - self.base:
            raise ValueError("a result of %d bytes: raise topology.message.max.bytes" % length)
        with self.lock:
            if length > self.reserved:
                os.posix_fallocate(self.file, self.base, length)  # writing without memory would end the program
                self.reserved = length
            at = self.base
            for part in parts:
                self.memory[at : at + len(part)] = part
                at += len(part)
            self.send(RESULT, head + struct.pack("<Bqq", 1, self.base, length), message)
            self.receive()  # TAKEN: now the memory is free again

    def send(self, kind, body=b"", message=None):
        with self.lock:
            if message is not None and message._ended:
                raise ValueError("the message has been processed: emit before the function returns")
            self.socket.sendall(struct.pack("<IB", 1 + len(body), kind) + body)

    def receive(self):
        """Returns type and body of the next frame."""
        length, kind = struct.unpack("<IB", self.read(5))
        if not 1 <= length <= MAX_LENGTH:
            raise ValueError("a frame of %d bytes" % length)
        return kind, self.read(length - 1)

    def read(self, length):
        data = bytearray(length)
        view = memoryview(data)
        while view:
            count = self.socket.recv_into(view)
            if count == 0:
                raise WorkerEnded()
            view = view[count:]
        return data

    def payload(self, body, offset):
        if body[offset] == 0:
            return memoryview(body)[offset + 1 :]
        at, length = struct.unpack_from("<qq", body, offset + 1)
        return memoryview(self.memory)[at : at + length]


# Values, as docs/engines-protocol.md describes them
FORMS = {3: "<b", 4: "<h", 5: "<H", 6: "<b", 7: "<h", 8: "<i", 9: "<b", 10: "<h", 11: "<i", 12: "<q", 13: "<f", 14: "<d"}
FIXED = {tag: struct.Struct(form) for tag, form in FORMS.items()}


def decode(data):
    count, at = length_at(data, 0)
    return elements(data, at, count)[0]


def elements(data, at, count):
    values = []
    for _ in range(count):
        value, at = value_at(data, at)
        values.append(value)
    return values, at


def value_at(data, at):
    tag = data[at]
    at += 1
    if tag >= 0x80:
        return str(data[at : at + (tag & 0x7F)], "latin-1"), at + (tag & 0x7F)
    if tag <= 2:
        return (None, False, True)[tag], at
    if tag in FIXED:
        value = FIXED[tag].unpack_from(data, at)[0]
        return chr(value) if tag == 5 else value, at + FIXED[tag].size
    count, at = length_at(data, at)
    if tag == 0x0F:
        return data[at : at + count], at + count
    if tag == 0x10:
        return str(data[at : at + count], "latin-1"), at + count
    if tag == 0x11:
        return str(data[at : at + count], "utf-8", "surrogatepass"), at + count
    if tag == 0x12:
        return elements(data, at, count)
    if tag == 0x13:
        flat, at = elements(data, at, 2 * count)
        return dict(zip(flat[::2], flat[1::2])), at
    raise ValueError("a value of tag %d, such as an object of a Java class, which has no form in Python" % tag)


def length_at(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at


def encode_all(values, parts):
    parts.append(length_bytes(len(values)))
    for value in values:
        encode(value, parts)


def encode(value, parts):
    if value is None or value is False or value is True:
        parts.append(b"\0" if value is None else b"\2" if value else b"\1")
    elif isinstance(value, int):
        tag = 9 if -128 <= value < 128 else 10 if -(1 << 15) <= value < 1 << 15 else 11 if -(1 << 31) <= value < 1 << 31 else 12
        parts.append(bytes([tag]) + FIXED[tag].pack(value))
    elif isinstance(value, float):
        parts.append(b"\x0e" + struct.pack("<d", value))
    elif isinstance(value, str):
        data = value.encode("utf-8", "surrogatepass")
        parts.append(b"\x11" + length_bytes(len(data)) + data)
    elif isinstance(value, (bytes, bytearray, memoryview)):
        view = memoryview(value).cast("B")
        parts.append(b"\x0f" + length_bytes(len(view)))
        parts.append(view)
    elif isinstance(value, (list, tuple)):
        parts.append(b"\x12")
        encode_all(value, parts)
    elif isinstance(value, dict):
        parts.append(b"\x13" + length_bytes(len(value)))
        for part in (part for item in value.items() for part in item):
            encode(part, parts)
    else:
        raise TypeError("a value of %s cannot be sent: give numbers, texts, bytes, lists or dicts" % type(value).__name__)


def length_bytes(value):
    data = bytearray()
    while value >= 0x80:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    data.append(value)
    return bytes(data)
