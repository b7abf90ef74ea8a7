// SPDX-License-Identifier: Apache-2.0
// All topologies of the cluster, and its nodes.

import {h, section, table} from './dom.js';
import {count, latency, plural, rate} from './format.js';
import {spark} from './chart.js';
import {leaderLink} from './leader.js';

export function status(info) {
  return h('span', {class: 'status ' + info.status.toLowerCase()}, info.status.toLowerCase());
}

export function draw(overview) {
  return [
    h('h1', {}, 'Topologies'),
    !overview.leads && overview.atMillis > 0 && h('p', {class: 'hint'}, overview.leader
      ? ['This controller does not lead. The leader, ', leaderLink(overview.leader), ', knows decisions and history.']
      : 'No controller leads now.'),
    table('Topologies', [
      ['Topology', row => h('a', {href: `#/t/${encodeURIComponent(row.info.name)}/graph`}, row.info.name)],
      ['Status', row => [status(row.info), row.problems > 0 && h('span', {class: 'warn'}, plural(row.problems, 'problem'))], {class: 'whole'}],
      ['Rate', row => rate(row.totals.emitted), {number: true, title: 'tuples that the spouts emit'}],
      ['Last minutes', row => spark(row.recent, 'rate of ' + row.info.name + ' in the last minutes')],
      ['p50', row => latency(row.latency, 'p50'), {number: true, title: 'end to end, in the last interval'}],
      ['p99', row => latency(row.latency, 'p99'), {number: true, title: 'end to end, in the last interval'}],
      ['Acked', row => rate(row.totals.acked), {number: true}],
      ['Failed', row => h('span', {class: row.totals.failed > 0 ? 'warn' : ''}, rate(row.totals.failed)), {number: true}],
      ['Pending', row => count(row.totals.pending), {number: true}],
      ['Errors', row => h('span', {class: row.totals.errors > 0 ? 'warn' : ''}, count(row.totals.errors)),
        {number: true, title: 'exceptions since the workers started'}],
      ['Workers', row => row.info.workersUp + ' of ' + row.info.workers, {number: true}],
      ['Tasks', row => row.info.tasks, {number: true}],
    ], overview.topologies, {
      class: 'cards',
      key: row => row.info.id,
      empty: overview.atMillis === 0 ? 'waiting for the first figures' : 'no topology runs: see millrace submit',
    }),
    section('Nodes', table('Nodes', [
      ['Node', node => node.node],
      ['Region', node => node.region || '–'],
      ['Host', node => node.host ?? '–'],
      ['State', node => h('span', {class: node.state === 'MISSING' ? 'warn' : ''}, node.state.toLowerCase())],
      ['Slots used', node => node.usedSlots + ' of ' + node.slots, {number: true}],
      ['Cores', node => node.cores, {number: true}],
      ['Supervisor', node => node.state === 'MISSING' || node.pid === 0 ? 'not up' : overview.silent.includes(node.node)
        ? h('span', {class: 'warn'}, 'does not answer') : 'answers'],
      ['Version', node => node.version || '–'],
    ], overview.nodes, {key: node => node.node, empty: 'no supervisor is up'})),
  ];
}
