// SPDX-License-Identifier: Apache-2.0
// Executors with their queues and rings, and connections between nodes.

import {bar, h, section, table} from './dom.js';
import {bytes, count, nanos, percent, rate} from './format.js';

export async function draw(now) {
  return [
    section('Executors and rings', table('Executors and rings', [
      ['Executor', row => row.worker + ' / ' + row.executor],
      ['Tasks', row => row.tasks, {number: true}],
      ['Busy', row => bar(row.busy, percent(row.busy), 'busy')],
      ['Back-pressure', row => bar(row.backPressured, percent(row.backPressured), 'pressed')],
      ['Queue', row => fill(row.queued, row.queueCapacity, count(row.queued))],
      ['Ring fill', row => row.ringBytes === 0 ? '–' : fill(row.ringUsedBytes, row.ringBytes, percent(row.ringUsedBytes / row.ringBytes))],
      ['Ring', row => row.ringBytes === 0 ? 'none' : bytes(row.ringBytes), {number: true}],
      ['Full', row => row.ringBytes === 0 ? '–' : rate(row.ringFull), {number: true, title: 'how often the ring had no room'}],
      ['Skips', row => row.ringBytes === 0 ? '–' : rate(row.ringSkips),
        {number: true, title: 'messages passed over because they were still being written'}],
    ], now.executors, {key: row => row.worker + '/' + row.executor, empty: 'no worker runs'})),
    section('Connections between nodes', table('Connections between nodes', [
      ['Connection', row => row.worker + ' → ' + row.peer],
      ['Up', row => row.connected ? 'yes' : h('span', {class: 'warn'}, 'no')],
      ['RTT', row => row.rttNanos > 0 ? nanos(row.rttNanos) : '–', {number: true, title: 'the shortest of the last seconds'}],
      ['Last RTT', row => row.lastRttNanos > 0 ? nanos(row.lastRttNanos) : '–', {number: true}],
      ['Credit', row => bytes(row.windowBytes), {number: true, title: 'the window that the peer grants'}],
      ['In flight', row => bytes(row.inFlightBytes), {number: true}],
      ['Queued', row => bytes(row.queuedBytes), {number: true}],
      ['Waited for credit', row => bar(row.creditLimited, percent(row.creditLimited), 'pressed')],
      ['Sent', row => rate(row.sent), {number: true}],
      ['Received', row => rate(row.received), {number: true}],
      ['Batch', row => count(row.messagesPerWrite), {number: true, title: 'messages in one write to the socket'}],
      ['Bytes per write', row => bytes(row.bytesPerWrite), {number: true}],
      ['Bytes', row => bytes(row.sentBytes) + '/s', {number: true}],
      ['Drops', row => count(row.drops), {number: true}],
      ['Closes', row => count(row.closes), {number: true}],
      ['Last failure', row => row.lastFailure || '–'],
    ], now.connections, {key: row => row.worker + ' ' + row.peer, empty: 'the topology runs on one node'})),
  ];
}

function fill(used, capacity, label) {
  return capacity === 0 ? '–' : bar(used / capacity, label, 'pressed');
}
