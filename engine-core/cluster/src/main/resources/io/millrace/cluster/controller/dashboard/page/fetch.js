// SPDX-License-Identifier: Apache-2.0
// Requests to the controller that served the page, and to no other host.

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Reads JSON. Throws a Refused with the controller's one line, or with the status 0 if nobody answers. */
export async function get(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== '') {
      query.set(name, value);
    }
  }
  const text = query.toString();
  const response = await fetch(text ? path + '?' + text : path, {
    headers: {Accept: 'application/json'},
    cache: 'no-store',
    signal: AbortSignal.timeout(10000),
  }).catch(() => {
    throw new Refused(0, 'the controller does not answer');
  });
  const body = await response.json().catch(() => ({}));
  if (!response.ok) {
    throw new Refused(response.status, body.message ?? 'the controller answers ' + response.status);
  }
  return body;
}

export function ofTopology(name, rest = '') {
  return '/v1/topologies/' + encodeURIComponent(name) + rest;
}

export function live(name, rest = '') {
  return '/v1/dashboard/' + encodeURIComponent(name) + rest;
}
