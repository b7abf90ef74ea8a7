package io.millrace.runtime.client;

import io.millrace.api.ComponentSpec;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.Streams;
import io.millrace.api.codec.ValueCodecs;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.ring.RingProducer;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.RegisteredClasses;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.executor.ThreadDoorbell;
import io.millrace.runtime.executor.WakeTimer;
import io.millrace.runtime.idle.IdleStrategy;
import io.millrace.runtime.remote.MessagePath;
import io.millrace.runtime.remote.NetPath;
import io.millrace.runtime.remote.RingPath;
import io.millrace.runtime.routing.Wiring;
import io.millrace.runtime.service.FeedRequest;
import io.millrace.runtime.service.FeedTarget;
import io.millrace.runtime.service.ResultsSource;
import io.millrace.runtime.service.ServiceEnds;
import io.millrace.runtime.service.ServiceHandles;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.ServiceMessage;
import io.millrace.runtime.tuple.StreamRef;
import io.millrace.runtime.worker.ClientEndpoint;
import io.millrace.runtime.worker.ExecutorEndpoint;
import io.millrace.runtime.worker.PeerEndpoint;
import io.millrace.runtime.worker.RingSizes;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.Peer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service's end of the rings and connections to the workers of one topology. It follows the workers that are up: what
 * was under way in one that has died goes back to the handles, which repeat or fail it.
 */
public final class ServiceClient implements AutoCloseable {

    /** Each client has a name of its own, so there is only one epoch. */
    static final long EPOCH = 1;

    private static final Logger LOG = LoggerFactory.getLogger(ServiceClient.class);
    private static final Reason[] REASONS = Reason.values();
    private static final int POLL_LIMIT = 256;

    /** Times the time-out of a tuple, as it waits before it is emitted, and bolts may renew it. */
    private static final int PATIENCE = 10;

    private static final long MOST_NANOS = Long.MAX_VALUE / 4;

    private final ClientSpec spec;
    private final String name;
    private final long id;
    private final Wiring wiring;
    private final List<Class<?>> registered;
    private final List<ValueCodecs> codecs;
    private final ValuesCodec codec;
    private final ServiceHandles handles;
    private final AtomicLong numbers = new AtomicLong();
    private final int maxBytes;

    /** After this time a worker has ended each request that it has, unless it is stopped or cut off. */
    private final long longestNanos;

    // Guarded by this: the parts that depend on where the workers are
    private final Map<String, WorkerLinks> workers = new HashMap<>();
    private final Map<String, Long> drops = new HashMap<>();
    private final String node;
    private final ClientMemory memory;
    private ClientNet net;

    private final Doorbell bell;
    private final IdleStrategy idle;
    private final WakeTimer timer;
    private final WakeTimer.Alarm alarm;
    private final Thread thread;
    private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private volatile ClientNet polledNet;
    private volatile boolean closed;

    // The client's thread
    private final List<ExecutorLink> links = new ArrayList<>();
    private final Map<Integer, RemoteFeed> feeds = new TreeMap<>();
    private final Map<Integer, RemoteResults> results = new TreeMap<>();
    private final Map<Long, StreamRef> answers = new HashMap<>();

    /**
     * @param handles which get the ways to the tasks
     * @param up the workers of the topology that are up; at least one
     * @throws TopologyException if shared memory or a port is not available
     */
    public ServiceClient(ClientSpec spec, ServiceHandles handles, Collection<PeerEndpoint> up) {
        this.spec = spec;
        this.id = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
        this.name = "client-" + ProcessHandle.current().pid() + "-" + Long.toString(id, 36);
        this.wiring = new Wiring(spec.topology());
        boolean builtIn = spec.loader() == null;
        this.registered = builtIn
                ? List.of()
                : RegisteredClasses.parse(spec.config().get(TopologyKeys.SERIALIZED_CLASSES), spec.loader());
        this.codecs = builtIn
                ? List.of()
                : spec.topology().codecs().stream()
                        .map(template -> template.read("codecs", ValueCodecs.class, spec.loader()))
                        .toList();
        this.codec = new ValuesCodec(registered, codecs);
        this.maxBytes = Math.toIntExact(spec.config().get(TopologyKeys.MESSAGE_MAX_BYTES));
        this.handles = handles;
        this.longestNanos = spec.topology().components().stream()
                .mapToLong(component -> longestNanos(spec.config(), component))
                .max()
                .orElse(0);
        PeerEndpoint neighbour = up.stream()
                .filter(worker -> spec.node().isEmpty() || worker.node().equals(spec.node()))
                .filter(ClientMemory::sees)
                .findFirst()
                .orElse(null);
        this.node = neighbour == null ? "" : neighbour.node();
        try {
            this.memory = neighbour == null ? null : new ClientMemory(ClientMemory.baseOf(neighbour), spec.config());
        } catch (IOException e) {
            throw new TopologyException(
                    "topology '" + spec.topologyName() + "' cannot be reached through shared memory: " + e.getMessage(),
                    e);
        }
        this.bell = memory == null ? new ThreadDoorbell() : memory.ring().doorbell();
        this.idle = IdleStrategy.of(spec.config());
        this.timer = new WakeTimer("millrace-" + spec.topologyName() + "-client-timer", System::nanoTime);
        this.alarm = timer.alarm(bell);
        this.thread = new Thread(this::run, "millrace-" + spec.topologyName() + "-client");
        thread.setDaemon(true);
        thread.setContextClassLoader(spec.loader());
        try {
            if (memory == null) {
                startNet();
            }
        } catch (RuntimeException e) {
            timer.close();
            throw e;
        }
        timer.start();
        thread.start();
    }

    private static long longestNanos(Config config, ComponentSpec component) {
        long timeout = config.with(Config.of(component.settings()))
                .get(TopologyKeys.MESSAGE_TIMEOUT)
                .toNanos();
        return (long) Math.min(
                MOST_NANOS, (double) PATIENCE * timeout * (component.service().retries() + 1));
    }

    // Any thread

    /** What workers need to reach this client. It changes when a worker of another node comes up for the first time. */
    public synchronized ClientEndpoint endpoint() {
        return new ClientEndpoint(
                name,
                id,
                node,
                ProcessHandle.current().pid(),
                memory == null ? "" : memory.lock().file().toString(),
                memory == null ? "" : memory.ring().path().toString(),
                net == null ? "" : net.host(),
                net == null ? 0 : net.port());
    }

    /**
     * Sets the workers that are up now. Must be called every second: it also notices that a connection has dropped
     * messages, and tries again to reach workers that were not reachable.
     */
    public synchronized void workers(Collection<PeerEndpoint> up) {
        if (closed) {
            return;
        }
        Map<String, PeerEndpoint> newest = new HashMap<>();
        up.forEach(worker -> newest.merge(worker.worker(), worker, (a, b) -> a.epoch() > b.epoch() ? a : b));
        List.copyOf(workers.values()).forEach(links -> {
            PeerEndpoint now = newest.get(links.worker().worker());
            if (now == null || now.epoch() != links.worker().epoch()) {
                unlink(links);
            }
        });
        newest.forEach((worker, endpoint) -> {
            if (!workers.containsKey(worker)) {
                link(endpoint);
            } else {
                WorkerLinks links = workers.get(worker);
                beginAnewAfterDrops(links);
                links.links().forEach(link -> link.expire(System.nanoTime(), longestNanos));
            }
        });
    }

    private void link(PeerEndpoint worker) {
        Peer connection = null;
        List<ExecutorLink> made = new ArrayList<>();
        try {
            boolean here = memory != null && worker.node().equals(node);
            if (!here) {
                if (worker.port() == 0) {
                    return;
                }
                startNet();
                connection = net.connect(worker);
            }
            for (ExecutorEndpoint executor : worker.executors()) {
                if (executor.tasks().stream().anyMatch(this::isEnd)) {
                    ValuesCodec own = new ValuesCodec(registered, codecs);
                    MessagePath path = connection == null
                            ? new RingPath(
                                    RingProducer.open(Path.of(executor.ring()), memory.lock(), bell),
                                    own,
                                    RingSizes.ringBytes(spec.config()),
                                    maxBytes)
                            : new NetPath(connection, own, maxBytes);
                    made.add(new ExecutorLink(id, worker.worker(), executor.tasks(), path, bell, numbers));
                }
            }
            WorkerLinks linked = new WorkerLinks(worker, connection, made);
            workers.put(worker.worker(), linked);
            drops.put(worker.worker(), linked.drops());
            submit(() -> add(linked));
        } catch (IOException e) {
            made.forEach(ExecutorLink::close);
            // It has died since, or is still starting: the next call tries again
            LOG.warn("worker {} of '{}' cannot be reached: {}", worker.worker(), spec.topologyName(), e.getMessage());
        }
    }

    private boolean isEnd(int task) {
        return wiring.tasks().hasTask(task) && wiring.tasks().specOf(task).service() != null;
    }

    private void startNet() {
        if (net == null) {
            net = new ClientNet(spec, name, bell);
            polledNet = net;
        }
    }

    private void unlink(WorkerLinks links) {
        workers.remove(links.worker().worker());
        drops.remove(links.worker().worker());
        submit(() -> remove(links));
    }

    private void beginAnewAfterDrops(WorkerLinks links) {
        long now = links.drops();
        Long before = drops.put(links.worker().worker(), now);
        if (before != null && before != now) {
            submit(() -> links.links().forEach(this::beginAnew));
        }
    }

    private void submit(Runnable command) {
        commands.add(command);
        bell.ring();
    }

    /** Ends the client. What is under way goes back to the handles, which the caller must have ended. */
    @Override
    public void close() {
        List<WorkerLinks> left;
        synchronized (this) {
            if (closed) {
                return;
            }
            left = List.copyOf(workers.values());
            workers.clear();
            left.forEach(links -> submit(() -> remove(links)));
            closed = true;
        }
        bell.ring();
        join();
        timer.close();
        if (net != null) {
            net.close();
        }
        if (memory != null) {
            memory.close();
        }
    }

    private void join() {
        boolean interrupted = false;
        while (thread.isAlive() && thread != Thread.currentThread()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // The client's thread

    private void run() {
        while (!closed || !commands.isEmpty()) {
            if (turn(false) > 0) {
                idle.worked();
            } else {
                rest();
            }
        }
    }

    private void rest() {
        long nanos = idle.idle(System.nanoTime(), Long.MAX_VALUE);
        if (nanos == IdleStrategy.LOOK) {
            Thread.onSpinWait();
        } else if (nanos != IdleStrategy.BLOCK) {
            LockSupport.parkNanos(this, nanos);
        } else {
            bell.prepareWait();
            if (closed || turn(true) > 0) {
                bell.cancelWait();
                idle.worked();
            } else {
                // A record whose writer has died rings nobody
                boolean stalled = memory != null && memory.ring().isStalled();
                alarm.arm(stalled ? System.nanoTime() + 1_000_000_000L : Long.MAX_VALUE);
                bell.block();
                alarm.woken();
                idle.woken();
            }
        }
    }

    private int turn(boolean mayBlock) {
        int work = 0;
        try {
            for (Runnable next = commands.poll(); next != null; next = commands.poll()) {
                next.run();
                work++;
            }
            if (memory != null) {
                work += memory.ring()
                        .poll((task, buffer, offset, length) -> received(buffer, offset, length), POLL_LIMIT);
            }
            work += pollNet();
            for (int i = 0; i < links.size(); i++) {
                work += links.get(i).work(mayBlock);
            }
        } catch (RuntimeException e) {
            LOG.error("{}: an error of the client, which goes on", thread.getName(), e);
            work++;
        }
        return work;
    }

    private int pollNet() {
        ClientNet from = polledNet;
        int received = 0;
        InboundMessage message;
        while (from != null && received < POLL_LIMIT && (message = from.poll()) != null) {
            received(message.buffer(), message.offset(), message.length());
            message.release();
            received++;
        }
        return received;
    }

    private void add(WorkerLinks worker) {
        for (ExecutorLink link : worker.links()) {
            links.add(link);
            // An executor that does not know this client yet ignores it, and asks for another one later
            link.hello();
        }
    }

    private void remove(WorkerLinks worker) {
        for (ExecutorLink link : worker.links()) {
            links.remove(link);
            if (!closed) {
                warnOfUntaken(link);
            }
            shut(link);
            link.close();
        }
        if (worker.connection() != null) {
            worker.connection().close();
        }
        memoryReclaim();
    }

    private void memoryReclaim() {
        if (memory != null) {
            memory.ring().reclaim();
        }
    }

    private void beginAnew(ExecutorLink link) {
        if (link.isOpen()) {
            warnOfUntaken(link);
        }
        shut(link);
        link.hello();
    }

    private void warnOfUntaken(ExecutorLink link) {
        long untaken = feeds.values().stream()
                .filter(feed -> feed.link() == link)
                .mapToLong(RemoteFeed::untaken)
                .sum();
        if (untaken > 0) {
            LOG.warn(
                    "up to {} tuples that were offered to tasks {} of '{}' are lost with their worker: send what must not"
                            + " be lost",
                    untaken,
                    link.tasks(),
                    spec.topologyName());
        }
    }

    private void shut(ExecutorLink link) {
        // Other workers may have the tasks already
        feeds.values().removeIf(feed -> feed.link() == link);
        results.values().removeIf(source -> source.link() == link);
        attach();
        link.shut();
    }

    private void welcome(ExecutorLink link, int hello) {
        if (hello == 0) {
            beginAnew(link);
            return;
        }
        if (link.isOpen() || !link.welcome(hello)) {
            return;
        }
        for (int task : link.tasks()) {
            if (isEnd(task)) {
                switch (wiring.tasks().specOf(task).service().kind()) {
                    case FED -> feeds.put(task, new RemoteFeed(link, task, capacity(task)));
                    case RESULTS -> results.put(task, new RemoteResults(link, task));
                }
            }
        }
        attach();
    }

    private int capacity(int task) {
        return spec.config()
                .with(Config.of(wiring.tasks().specOf(task).settings()))
                .get(TopologyKeys.FEED_CAPACITY);
    }

    /** Tells the handles which tasks can be reached now. */
    private void attach() {
        Map<Integer, RemoteFeed> feedsNow = new TreeMap<>(feeds);
        Map<Integer, RemoteResults> resultsNow = new TreeMap<>(results);
        handles.attach(new ServiceEnds() {
            @Override
            public List<FeedTarget> feeds(String spout) {
                List<FeedTarget> up = new ArrayList<>();
                wiring.tasks().tasksOf(spout).forEach(task -> {
                    if (feedsNow.containsKey(task)) {
                        up.add(feedsNow.get(task));
                    }
                });
                return up;
            }

            @Override
            public List<ResultsSource> results(String bolt) {
                List<ResultsSource> up = new ArrayList<>();
                wiring.tasks().tasksOf(bolt).forEach(task -> {
                    if (resultsNow.containsKey(task)) {
                        up.add(resultsNow.get(task));
                    }
                });
                return up;
            }
        });
    }

    private void received(ByteBuffer buffer, int offset, int length) {
        try {
            if (ServiceMessage.isService(buffer, offset, length)) {
                received(ServiceMessage.read(codec, buffer, offset, length));
            }
        } catch (CodecException e) {
            LOG.warn("{} drops a message: {}", thread.getName(), e.getMessage());
            unreadable(ServiceMessage.head(buffer, offset), e);
        }
    }

    /** Nobody may wait for what was dropped. */
    private void unreadable(ServiceMessage head, CodecException cause) {
        if (head == null || head.client() != id) {
            return;
        }
        switch (head.verb()) {
            case ANSWER -> {
                FeedRequest<?> request = takeRequest(head.number());
                if (request != null) {
                    request.fail(Reason.INVALID, unreadableAnswer(head, cause));
                }
            }
            case RESULT -> links.forEach(link -> link.unreadable(head.number()));
            default -> {
                // The values of the others are text, or lost
            }
        }
    }

    private String unreadableAnswer(ServiceMessage head, CodecException cause) {
        return "the answer of '" + wiring.tasks().componentOf(head.source()) + "' "
                + (spec.loader() == null
                        ? "has a value of a class that is not built in: let it answer with texts, numbers, booleans, lists"
                                + " and maps"
                        : "cannot be decoded: " + cause.getMessage());
    }

    private void received(ServiceMessage message) {
        if (message.client() != id) {
            return;
        }
        switch (message.verb()) {
            case WELCOME -> {
                String worker = String.valueOf(values(message)[0]);
                List.copyOf(links).stream()
                        .filter(link -> link.leadsTo(worker, message.task()))
                        .forEach(link -> welcome(link, message.code()));
            }
            case TAKEN -> {
                RemoteFeed feed = feeds.get(message.task());
                if (feed != null && feed.link().isSince(message.code())) {
                    feed.taken(message.number());
                }
            }
            case RETURNED -> {
                RemoteFeed feed = feeds.get(message.task());
                if (feed != null) {
                    feed.returned(values(message));
                }
            }
            case RESULT -> result(message);
            case ANSWER, DONE, FAILED, ORPHANED -> ended(message);
            default -> {
                // Only clients send the others
            }
        }
    }

    private void result(ServiceMessage message) {
        for (ExecutorLink link : links) {
            if (link.hasSubscription(message.number())) {
                link.result(message.number(), tuple(message));
            }
        }
    }

    private void ended(ServiceMessage message) {
        FeedRequest<?> request = takeRequest(message.number());
        if (request == null) {
            return;
        }
        switch (message.verb()) {
            case ANSWER -> request.answered(answer(message));
            case DONE -> request.processed();
            case ORPHANED -> request.orphan();
            default -> {
                int reason = message.code();
                request.fail(
                        reason >= 0 && reason < REASONS.length ? REASONS[reason] : Reason.FAILED,
                        message.values() == null ? "failed" : String.valueOf(message.values()[0]));
            }
        }
    }

    private FeedRequest<?> takeRequest(long number) {
        FeedRequest<?> request = null;
        // While a task moves to another worker, there are links to both
        for (int i = 0; i < links.size() && request == null; i++) {
            request = links.get(i).take(number);
        }
        return request;
    }

    private DataTuple answer(ServiceMessage message) {
        long spoutAndSource = (long) message.task() << Integer.SIZE | message.source();
        StreamRef stream = answers.computeIfAbsent(
                spoutAndSource,
                none -> new StreamRef(
                        wiring.tasks().componentOf(message.source()),
                        -1,
                        Streams.ANSWER,
                        wiring.answersOf(message.task()),
                        false));
        return new DataTuple(stream, message.source(), 0, DataTuple.UNKNOWN_TIME, values(message));
    }

    private DataTuple tuple(ServiceMessage message) {
        StreamRef stream = wiring.find(message.source(), message.stream());
        if (stream == null) {
            throw new CodecException("a result comes from stream " + message.stream() + " of task " + message.source()
                    + ", which this topology does not have");
        }
        return new DataTuple(stream, message.source(), message.task(), DataTuple.UNKNOWN_TIME, values(message));
    }

    private static Object[] values(ServiceMessage message) {
        return message.values() == null ? new Object[0] : message.values();
    }
}
