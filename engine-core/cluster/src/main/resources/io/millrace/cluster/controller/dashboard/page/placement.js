// SPDX-License-Identifier: Apache-2.0
// Nodes, workers and tasks, and the traffic between workers.

import {bar, h, section, table} from './dom.js';
import {bytes, count, percent, plural, rate} from './format.js';
import {KINDS, totals} from './graph.js';

export async function draw(now) {
  const nodes = Map.groupBy ? Map.groupBy(now.workers, worker => worker.node) : grouped(now.workers);
  const {direct, queue, ring, net} = now.shares;
  return [
    totals(now),
    section('Where messages stay',
        h('div', {class: 'stay'},
            share('inside the executor', direct, KINDS.direct),
            share('inside the worker', direct + queue, 'direct and queue'),
            share('inside the node', direct + queue + ring, 'direct, queue and ring'),
            share('between nodes', net, KINDS.net, 'pressed'))),
    section('Workers', h('div', {class: 'nodes'}, [...nodes].map(([node, workers]) => h('section', {class: 'nodeBox', 'data-key': node},
        h('h3', {}, 'Node ' + node, h('small', {}, ' ' + plural(workers.length, 'worker'))),
        workers.map(worker => workerBox(worker)))))),
    section('Traffic between workers', matrix(now)),
    section('Tasks', table('Tasks', [
      ['Task', task => task.task],
      ['Component', task => task.component],
      ['Worker', task => task.worker],
      ['Node', task => task.node],
      ['Executor', task => task.executor, {number: true}],
      ['CPU', task => percent(task.cpu), {number: true, title: 'of a core, in the last interval'}],
    ], now.workers.flatMap(worker => worker.tasks.map(task => ({...task, worker: worker.worker, node: worker.node})))
        .sort((one, other) => one.task - other.task).slice(0, 500), {key: task => String(task.task)})),
  ];
}

function grouped(workers) {
  const nodes = new Map();
  workers.forEach(worker => nodes.set(worker.node, [...nodes.get(worker.node) ?? [], worker]));
  return nodes;
}

function share(title, value, words, kind = '') {
  return h('div', {title: words}, h('span', {}, title), bar(value, percent(value), kind));
}

function workerBox(worker) {
  const components = new Map();
  worker.tasks.forEach(task => components.set(task.component, [...components.get(task.component) ?? [], task]));
  return h('div', {class: 'worker' + (worker.up ? '' : ' down'), 'data-key': worker.worker},
      h('h4', {}, worker.worker, ' ', h('small', {}, worker.up ? 'pid ' + worker.pid : h('span', {class: 'warn'}, 'not up'),
          worker.starts > 1 ? ', ' + worker.starts + ' starts' : '', ', ' + percent(worker.cpu) + ' of a core')),
      h('ul', {}, [...components].map(([component, tasks]) => h('li', {},
          component + ' ', h('span', {class: 'quiet'}, tasks.length > 6
            ? plural(tasks.length, 'task') : (tasks.length === 1 ? 'task ' : 'tasks ') + tasks.map(task => task.task).join(', '))))));
}

/** Up to a dozen workers as a matrix, more as the pairs that talk most. */
function matrix(now) {
  const most = Math.max(1, ...now.traffic.map(pair => pair.messages));
  if (now.workers.length > 12) {
    return table('Traffic between workers', [
      ['From', pair => pair.from],
      ['To', pair => pair.to],
      ['Messages', pair => rate(pair.messages), {number: true}],
      ['Bytes', pair => bytes(pair.bytes) + '/s', {number: true}],
    ], [...now.traffic].sort((one, other) => other.messages - one.messages).slice(0, 100));
  }
  const found = new Map(now.traffic.map(pair => [pair.from + ' ' + pair.to, pair]));
  return table('Traffic between workers, messages per second; rows send, columns receive', [
    ['from \\ to', worker => worker.worker + ' on ' + worker.node],
    ...now.workers.map(to => [to.worker, from => {
      const pair = found.get(from.worker + ' ' + to.worker);
      return !pair || pair.messages === 0 ? h('span', {class: 'quiet'}, '–')
        : h('span', {class: 'heat heat' + Math.ceil(4 * pair.messages / most), title: bytes(pair.bytes) + '/s'}, count(pair.messages));
    }, {number: true, class: 'number'}]),
  ], now.workers, {class: 'matrix', key: worker => worker.worker});
}
