// SPDX-License-Identifier: Apache-2.0
// Line charts of the last half hour, or of less if there is no more.

import {h, room, s} from './dom.js';
import {time} from './format.js';

const LEFT = 58;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 22;
/** Without a sample for this long there is a gap. */
const GAP_MILLIS = 25000;
const LONGEST_MILLIS = 30 * 60000;
const SHORTEST_MILLIS = 3 * 60000;
/** The smallest difference that a label can show. */
const MOST_PRECISE = 0.001;

/**
 * A chart with its legend.
 *
 * series: [{name, values}], one value for each time; null where nothing was measured
 * options: {format, height, logarithmic, wide}, the last for a chart over the whole width
 */
export function chart(title, times, series, options) {
  const width = widthOf(options);
  const height = options.height ?? 170;
  const now = times.length > 0 ? times[times.length - 1] : Date.now();
  const from = Math.max(now - LONGEST_MILLIS, Math.min(times[0] ?? now, now - SHORTEST_MILLIS));
  const first = times.findIndex(at => at >= from);
  const visible = first < 0 ? [] : times.slice(first);
  const lines = series.map(line => ({...line, values: first < 0 ? [] : line.values.slice(first)}));
  const all = lines.flatMap(line => line.values).filter(value => value !== null && !Number.isNaN(value));
  const scale = options.logarithmic ? logarithmic(all) : linear(all);
  const x = at => LEFT + (width - LEFT - RIGHT) * (at - from) / (now - from);
  const y = value => TOP + (height - TOP - BOTTOM) * (1 - scale.place(value));
  const last = lines.map(line => line.name + ' ' + shown(line.values[line.values.length - 1], options.format)).join(', ');
  const cursor = s('g', {class: 'cursor', hidden: true}, s('line', {y1: TOP, y2: height - BOTTOM}));
  const svg = s('svg', {
    class: 'chart',
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label': title + ' of the last ' + Math.round((now - from) / 60000) + ' minutes; now ' + (all.length > 0 ? last : 'no values'),
  },
      scale.ticks.map(tick => [
        s('line', {class: 'grid', x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick)}),
        s('text', {class: 'tick', x: LEFT - 6, y: y(tick) + 4, 'text-anchor': 'end'}, shortened(options.format(tick))),
      ]),
      minuteMarks(from, now).map(at => [
        s('line', {class: 'grid', x1: x(at), x2: x(at), y1: TOP, y2: height - BOTTOM}),
        s('text', {class: 'tick', x: x(at), y: height - 6, 'text-anchor': 'middle'}, time(at).slice(0, 5)),
      ]),
      lines.map((line, index) => s('path', {
        class: 'line line' + (line.color ?? index),
        d: path(visible, line.values, x, y),
      })),
      cursor);
  const legend = h('ul', {class: 'legend'}, lines.map((line, index) => h('li', {},
      s('svg', {class: 'swatch', viewBox: '0 0 14 4', 'aria-hidden': true},
          s('path', {class: 'line line' + (line.color ?? index), d: 'M0 2H14'})),
      line.name + ' ', h('b', {}, shown(line.values[line.values.length - 1], options.format)))));
  svg.onpointermove = event => point(event, {visible, lines, from, now, x, width, options});
  svg.onpointerleave = event => {
    const figure = event.currentTarget.closest('figure');
    figure.querySelector('.cursor').setAttribute('hidden', '');
    label(figure.querySelector('.legend'), lines, options, lines.length > 0 ? lines[0].values.length - 1 : -1);
  };
  return h('figure', {'data-key': title}, h('figcaption', {}, title), svg, legend);
}

/** About the width on the screen, so that texts have their size. */
function widthOf(options) {
  const whole = room();
  return Math.max(280, Math.round(options.wide || window.innerWidth < 640 ? whole : whole / 2 - 24));
}

/** Without zeros that end a fraction: ticks are round numbers. */
function shortened(text) {
  return text.replace(/(\.\d*?)0+(?!\d)/, '$1').replace(/\.(?!\d)/, '');
}

function point(event, {visible, lines, from, now, x, width, options}) {
  const box = event.currentTarget.getBoundingClientRect();
  const at = from + (now - from) * ((event.clientX - box.left) / box.width * width - LEFT) / (width - LEFT - RIGHT);
  let nearest = -1;
  for (let i = 0; i < visible.length; i++) {
    if (nearest < 0 || Math.abs(visible[i] - at) < Math.abs(visible[nearest] - at)) {
      nearest = i;
    }
  }
  if (nearest < 0) {
    return;
  }
  const figure = event.currentTarget.closest('figure');
  const shownCursor = figure.querySelector('.cursor');
  shownCursor.removeAttribute('hidden');
  const line = shownCursor.querySelector('line');
  line.setAttribute('x1', x(visible[nearest]));
  line.setAttribute('x2', x(visible[nearest]));
  label(figure.querySelector('.legend'), lines, options, nearest, visible[nearest]);
}

function label(legend, lines, options, index, at) {
  legend.querySelectorAll('b').forEach((value, line) => {
    value.textContent = shown(lines[line]?.values[index], options.format) + (at && line === 0 ? ' at ' + time(at) : '');
  });
}

function shown(value, format) {
  return value === null || value === undefined ? '–' : format(value);
}

function path(times, values, x, y) {
  let text = '';
  let before = null;
  for (let i = 0; i < times.length; i++) {
    const value = values[i];
    if (value === null || value === undefined) {
      before = null;
      continue;
    }
    const joined = before !== null && times[i] - before < GAP_MILLIS;
    text += (joined ? 'L' : 'M') + x(times[i]).toFixed(1) + ' ' + y(value).toFixed(1);
    before = times[i];
  }
  return text;
}

/** Three steps or so, and whole ones for counts. Where all is zero the axis ends at one. */
function linear(values) {
  const most = Math.max(0, ...values);
  if (most === 0) {
    return {ticks: [0, 1], place: value => value};
  }
  const step = Math.max(niceStep(most / 3), values.every(Number.isInteger) ? 1 : MOST_PRECISE);
  const top = Math.max(step, Math.ceil(most / step) * step);
  const ticks = [];
  for (let tick = 0; tick <= top * 1.0001; tick += step) {
    ticks.push(tick);
  }
  return {ticks, place: value => value / top};
}

function logarithmic(values) {
  const positive = values.filter(value => value > 0);
  const least = positive.length > 0 ? Math.min(...positive) : 1;
  const most = positive.length > 0 ? Math.max(...positive) : 10;
  const low = Math.floor(Math.log10(least));
  const high = Math.max(low + 1, Math.ceil(Math.log10(most)));
  const step = Math.ceil((high - low) / 5);
  const ticks = [];
  for (let power = low; power <= high; power += step) {
    ticks.push(10 ** power);
  }
  return {ticks, place: value => Math.max(0, (Math.log10(Math.max(value, 10 ** low)) - low) / (high - low))};
}

function niceStep(rough) {
  const unit = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map(times => times * unit).find(step => step >= rough);
}

function minuteMarks(from, now) {
  const step = now - from > 20 * 60000 ? 5 * 60000 : 60000;
  const marks = [];
  for (let at = Math.ceil(from / step) * step; at < now - step / 4; at += step) {
    marks.push(at);
  }
  return marks;
}

/** A small line without axes. */
export function spark(values, label) {
  const most = Math.max(1e-9, ...values);
  const points = values.map((value, index) =>
    (index * 100 / Math.max(1, values.length - 1)).toFixed(1) + ',' + (23 - 22 * value / most).toFixed(1));
  return s('svg', {class: 'spark', viewBox: '0 0 100 24', preserveAspectRatio: 'none', role: 'img', 'aria-label': label},
      s('polyline', {points: points.join(' '), class: 'line line0'}));
}
