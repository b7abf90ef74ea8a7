// SPDX-License-Identifier: Apache-2.0
// Elements without a framework. All text is set as text, never parsed as markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) {
      continue;
    }
    if (name.startsWith('on')) {
      element[name] = value;
    } else {
      element.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : String(value));
    }
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
  return element;
}

export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

const HANDLERS = ['onclick', 'oninput', 'onchange', 'onsubmit', 'onkeydown', 'onpointermove', 'onpointerleave', 'onscroll'];

/** Makes the children of an element equal to others, and keeps what is the same: focus, selection and scroll positions stay. */
export function render(element, ...children) {
  const next = element.cloneNode(false);
  fill(next, {}, children);
  morphChildren(element, next);
}

function morphChildren(element, next) {
  const wanted = [...next.childNodes];
  const keyed = new Map();
  for (const child of element.children) {
    if (child.dataset?.key) {
      keyed.set(child.dataset.key, child);
    }
  }
  let at = element.firstChild;
  for (const node of wanted) {
    const key = node.dataset?.key;
    const same = key ? keyed.get(key) : at && !at.dataset?.key ? at : null;
    if (same && same.nodeName === node.nodeName) {
      if (same === at) {
        at = at.nextSibling;
      } else {
        element.insertBefore(same, at);
      }
      morph(same, node);
    } else {
      element.insertBefore(node, at);
    }
  }
  while (at) {
    const rest = at;
    at = at.nextSibling;
    rest.remove();
  }
}

function morph(old, node) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== node.nodeValue) {
      old.nodeValue = node.nodeValue;
    }
    return;
  }
  for (const {name, value} of [...node.attributes]) {
    if (old.getAttribute(name) !== value && !isOfThePerson(old, name)) {
      old.setAttribute(name, value);
    }
  }
  for (const {name} of [...old.attributes]) {
    if (!node.hasAttribute(name) && !isOfThePerson(old, name)) {
      old.removeAttribute(name);
    }
  }
  for (const handler of HANDLERS) {
    old[handler] = node[handler];
  }
  if (old.nodeName !== 'SELECT' || old.childElementCount !== node.childElementCount) {
    morphChildren(old, node);
  }
}

/** What was opened or closed by hand stays so. Values of form fields are no attributes. */
function isOfThePerson(element, attribute) {
  return element.nodeName === 'DETAILS' && attribute === 'open';
}

/** A table in a box that scrolls by itself on narrow screens. Columns: [title, function of a row, options]. */
export function table(caption, columns, rows, options = {}) {
  return h('div', {class: 'scroll', role: 'region', 'aria-label': caption, tabindex: 0},
      h('table', {class: options.class},
          h('caption', {class: options.showCaption ? '' : 'unseen'}, caption),
          h('thead', {}, h('tr', {}, columns.map(([title, , is = {}]) =>
            h('th', {scope: 'col', class: is.number ? 'number' : '', title: is.title}, title)))),
          h('tbody', {}, rows.length === 0
            ? h('tr', {}, h('td', {colspan: columns.length, class: 'quiet'}, options.empty ?? 'nothing to show'))
            : rows.map(row => h('tr', {'data-key': options.key?.(row), class: options.rowClass?.(row)},
                columns.map(([title, of, is = {}], index) =>
                  h(index === 0 ? 'th' : 'td', {
                    scope: index === 0 ? 'row' : undefined,
                    class: is.number ? 'number' : is.class,
                    'data-label': title,
                  }, of(row))))))));
}

/** The width inside a section, in CSS pixels. */
export function room() {
  const main = document.getElementById('main');
  const style = getComputedStyle(main);
  const inset = parseFloat(style.getPropertyValue('--inset')) + 1;
  return Math.floor(main.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 2 * inset);
}

/** A section with a heading. */
export function section(title, ...children) {
  return h('section', {class: 'card'}, h('h2', {}, title), children);
}

/** A bar from 0 to 1 with its value in words. */
export function bar(share, label, kind = '') {
  const percent = Math.round(100 * Math.min(1, Math.max(0, share)));
  return h('span', {class: 'bar ' + kind, role: 'img', 'aria-label': label},
      s('svg', {viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': true},
          s('rect', {class: 'whole', width: 100, height: 8}),
          s('rect', {class: 'part', width: percent, height: 8})),
      h('span', {}, label));
}
