// SPDX-License-Identifier: Apache-2.0
// A topology's graph, coloured by how busy its components are.

import * as dagre from './dagre.esm.js';
import {bar, h, room, s, section, table} from './dom.js';
import {count, latency, percent, plural, rate, bytes} from './format.js';
import {chart} from './chart.js';
import {history} from './history.js';

export const KINDS = {
  direct: 'direct, in one thread',
  queue: 'queue, in one worker',
  ring: 'ring, in one node',
  net: 'network, between nodes',
};

const NODE_HEIGHT = 62;
/** Texts are too small to read below it. */
const LEAST_SCALE = 0.65;

export async function draw(now, place, redraw) {
  const past = await history(now.info.name, place);
  const select = id => {
    place.selected = place.selected === id ? null : id;
    redraw();
  };
  return [
    totals(now),
    section('Graph',
        h('div', {class: 'scroll graph', role: 'region', 'aria-label': 'Graph', tabindex: 0}, picture(now, place, select)),
        legend(),
        now.components.filter(component => component.id === place.selected).map(component => details(component, now))),
    h('div', {class: 'pair'},
        section('Rate', chart('Tuples per second', past.times, [
          {name: 'emitted', values: past.of('emitted')},
          {name: 'acked', values: past.of('acked'), color: 1},
          {name: 'failed', values: past.of('failed'), color: 3},
        ], {format: count})),
        section('Pending', chart('Pending trees', past.times, [{name: 'pending', values: past.of('pending')}], {format: count}))),
    section('Components', table('Components', [
      ['Component', component => name(component)],
      ['Kind', component => component.kind],
      ['Tasks', component => component.tasks, {number: true}],
      ['Executors', component => component.executors, {number: true}],
      ['Busy', component => bar(component.busy, percent(component.busy), 'busy')],
      ['Back-pressure', component => bar(component.backPressured, percent(component.backPressured), 'pressed')],
      ['Executed', component => rate(component.executed), {number: true}],
      ['Emitted', component => rate(component.emitted), {number: true}],
      ['Failed', component => rate(component.failed), {number: true}],
      ['Errors', component => count(component.errors), {number: true}],
      ['Inbox', component => count(component.inbox), {number: true}],
      ['Outbox', component => count(component.outbox), {number: true}],
      ['Wait p99', component => latency(component.queueWait, 'p99'), {number: true}],
      ['Execute p99', component => latency(component.execute, 'p99'), {number: true}],
    ], now.components, {key: component => component.id,
      rowClass: component => component.id === place.selected ? 'selected' : ''})),
    section('Edges', table('Edges', [
      ['Edge', edge => edge.source + ' → ' + edge.target],
      ['Grouping', edge => edge.grouping],
      ['Messages', edge => rate(edge.messages), {number: true}],
      ['Bytes', edge => bytes(edge.bytes) + '/s', {number: true, title: 'of the messages that leave their worker'}],
      ...Object.keys(KINDS).map(kind => [kind, edge => percent(edge.shares[kind]), {number: true, title: KINDS[kind]}]),
    ], now.edges, {key: edge => edge.source + ' ' + edge.target})),
  ];
}

export function totals(now) {
  const figure = (title, value, more) => h('div', {}, h('dt', {}, title), h('dd', {}, value, more && h('small', {}, ' ' + more)));
  return h('dl', {class: 'totals'},
      figure('Rate', rate(now.totals.emitted)),
      figure('p50', latency(now.latency, 'p50')),
      figure('p99', latency(now.latency, 'p99')),
      figure('Acked', rate(now.totals.acked)),
      figure('Failed', rate(now.totals.failed)),
      figure('Pending', count(now.totals.pending)),
      figure('Errors', count(now.totals.errors)),
      figure('Workers', now.info.workersUp, 'of ' + now.info.workers));
}

function name(component) {
  return component.displayName ? component.displayName + ' (' + component.id + ')' : component.id;
}

function details(component, now) {
  const waits = now.edges.filter(edge => edge.target === component.id);
  const sends = now.edges.filter(edge => edge.source === component.id);
  const item = (title, value) => [h('dt', {}, title), h('dd', {}, value)];
  return h('dl', {class: 'details', 'aria-live': 'polite'},
      item('Component', name(component) + ', ' + component.kind),
      item('Tasks', plural(component.tasks, 'task') + ' on ' + plural(component.executors, 'executor')),
      item('Busy', percent(component.busy) + '; its busiest executor ' + percent(component.executorBusy)),
      item('Back-pressure', percent(component.backPressured)),
      item('Gets', waits.length === 0 ? 'nothing' : waits.map(edge => edge.source + ' ' + rate(edge.messages)).join(', ')),
      item('Sends', sends.length === 0 ? 'nothing' : sends.map(edge => edge.target + ' ' + rate(edge.messages)).join(', ')),
      item('Wait', 'p50 ' + latency(component.queueWait, 'p50') + ', p99 ' + latency(component.queueWait, 'p99')),
      item('Execute', 'p50 ' + latency(component.execute, 'p50') + ', p99 ' + latency(component.execute, 'p99')),
      item('Slow calls', count(component.slowCalls)));
}

function legend() {
  return h('div', {class: 'graphLegend'},
      h('span', {}, 'busy ', [0, 1, 2, 3, 4].map(level => s('svg', {class: 'chip', viewBox: '0 0 16 12', 'aria-hidden': true},
          s('rect', {class: 'level' + level, width: 16, height: 12, rx: 2}))), ' 0 to 100 %'),
      h('span', {}, s('svg', {class: 'chip', viewBox: '0 0 16 12', 'aria-hidden': true},
          s('rect', {class: 'pressure', width: 16, height: 12, rx: 2})), ' back-pressure'),
      Object.entries(KINDS).map(([kind, words]) => h('span', {},
          s('svg', {class: 'swatch', viewBox: '0 0 28 4', 'aria-hidden': true}, s('path', {class: 'edge ' + kind, d: 'M0 2H28'})),
          words)));
}

/** The kind of link of most messages, and the next one; the table of edges has all. */
function linkText(edge) {
  const some = Object.entries(edge.shares).filter(([, share]) => share >= 0.005).sort((one, other) => other[1] - one[1]);
  return some.length < 2 ? some.map(([kind]) => kind).join('')
    : some.slice(0, 2).map(([kind, share]) => kind + ' ' + percent(share)).join(' · ');
}

function mainKind(edge) {
  const [kind, share] = Object.entries(edge.shares).reduce((most, next) => next[1] > most[1] ? next : most);
  return share > 0 ? kind : 'unused';
}

function layout(now, direction, place) {
  const shape = JSON.stringify([direction, now.components.map(component => [component.id, component.displayName]),
    now.edges.map(edge => [edge.source, edge.target])]);
  place.layouts ??= {};
  if (place.layouts[direction]?.shape !== shape) {
    const graph = new dagre.Graph({multigraph: false});
    graph.setGraph({rankdir: direction, nodesep: direction === 'LR' ? 28 : 10, ranksep: direction === 'LR' ? 24 : 30, marginx: 12, marginy: 12});
    graph.setDefaultEdgeLabel(() => ({}));
    now.components.forEach(component => graph.setNode(component.id, {width: width(component), height: NODE_HEIGHT}));
    now.edges.forEach(edge => graph.setEdge(edge.source, edge.target, {width: direction === 'LR' ? 128 : 90, height: 34, labelpos: 'c'}));
    dagre.layout(graph);
    place.layouts[direction] = {shape, graph};
  }
  return place.layouts[direction].graph;
}

/** From left to right if that fits in a readable size, else from top to bottom if that takes less width. */
function fitted(now, place) {
  const width = room();
  const scale = graph => Math.min(1, width / graph.graph().width);
  const across = layout(now, 'LR', place);
  const down = layout(now, 'TB', place);
  const graph = scale(across) >= LEAST_SCALE || scale(across) >= scale(down) ? across : down;
  return {graph, scale: Math.max(LEAST_SCALE, scale(graph))};
}

function width(component) {
  return Math.max(148, Math.min(240, 24 + 7.6 * (component.displayName || component.id).length));
}

function picture(now, place, select) {
  const {graph, scale} = fitted(now, place);
  const size = graph.graph();
  const most = Math.max(1, ...now.edges.map(edge => edge.messages));
  return s('svg', {
    class: 'graphPicture',
    viewBox: `0 0 ${Math.ceil(size.width)} ${Math.ceil(size.height)}`,
    width: Math.floor(size.width * scale),
    height: Math.floor(size.height * scale),
    role: 'group',
    'aria-label': 'Graph of ' + now.info.name + '; components are buttons',
  },
      s('defs', {}, s('marker', {id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 8, markerHeight: 8,
        markerUnits: 'userSpaceOnUse', orient: 'auto'}, s('path', {class: 'arrow', d: 'M0 0 8 4 0 8z'}))),
      now.edges.map(edge => edgePicture(edge, graph, most, place)),
      now.components.map(component => nodePicture(component, graph, place, select)));
}

function edgePicture(edge, graph, most, place) {
  const {points, x, y} = graph.edge(edge.source, edge.target);
  const words = linkText(edge);
  const near = place.selected === edge.source || place.selected === edge.target;
  const thick = edge.messages > 0 ? 1.2 + 3.3 * Math.log10(1 + 999 * edge.messages / most) / 3 : 1.2;
  return s('g', {
    class: 'edgeGroup' + (near ? ' near' : ''),
    'data-key': edge.source + '>' + edge.target,
    role: 'img',
    'aria-label': `${edge.source} to ${edge.target}: ${rate(edge.messages)}, ${words || 'no messages'}`,
  },
      s('path', {class: 'edge ' + mainKind(edge), d: curve(points), 'stroke-width': thick.toFixed(1), 'marker-end': 'url(#arrow)'}),
      s('text', {x, y: y - 6, 'text-anchor': 'middle', class: 'edgeRate'}, rate(edge.messages)),
      words && s('text', {x, y: y + 15, 'text-anchor': 'middle', class: 'edgeKind'}, words));
}

/** A path through the middles between points, so that corners are round. */
function curve(points) {
  const at = point => point.x.toFixed(1) + ' ' + point.y.toFixed(1);
  let path = 'M' + at(points[0]);
  for (let i = 1; i < points.length - 1; i++) {
    const end = i === points.length - 2 ? points[i + 1]
      : {x: (points[i].x + points[i + 1].x) / 2, y: (points[i].y + points[i + 1].y) / 2};
    path += 'Q' + at(points[i]) + ' ' + at(end);
  }
  return points.length > 2 ? path : path + 'L' + at(points[points.length - 1]);
}

function nodePicture(component, graph, place, select) {
  const {x, y, width: wide, height} = graph.node(component.id);
  const left = x - wide / 2;
  const top = y - height / 2;
  const title = component.displayName || component.id;
  const shown = title.length > 28 ? title.slice(0, 27) + '…' : title;
  const pressed = Math.round((wide - 24) * component.backPressured);
  const throughput = component.kind === 'spout' ? component.emitted : component.executed;
  return s('g', {
    class: 'node' + (place.selected === component.id ? ' selected' : ''),
    'data-key': component.id,
    tabindex: 0,
    role: 'button',
    'aria-pressed': String(place.selected === component.id),
    'aria-label': `${component.kind} ${title}: busy ${percent(component.busy)}, back-pressure ${percent(component.backPressured)}, ${rate(throughput)}`,
    onclick: () => select(component.id),
    onkeydown: event => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        select(component.id);
      }
    },
  },
      s('rect', {class: 'box level' + Math.min(4, Math.floor(component.busy * 5)), x: left, y: top, width: wide, height, rx: component.kind === 'spout' ? 20 : 6}),
      s('rect', {class: 'pressure', x: left + 12, y: top + height - 6, width: pressed, height: 4, rx: 2}),
      s('text', {class: 'nodeName level' + Math.min(4, Math.floor(component.busy * 5)), x, y: top + 21, 'text-anchor': 'middle'}, shown),
      s('text', {class: 'nodeText level' + Math.min(4, Math.floor(component.busy * 5)), x, y: top + 38, 'text-anchor': 'middle'},
          rate(throughput) + ' · ×' + component.tasks),
      s('text', {class: 'nodeText level' + Math.min(4, Math.floor(component.busy * 5)), x, y: top + 52, 'text-anchor': 'middle'},
          'busy ' + percent(component.busy) + (component.backPressured >= 0.01 ? ' · held ' + percent(component.backPressured) : '')));
}
