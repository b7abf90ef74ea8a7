// SPDX-License-Identifier: Apache-2.0
// The controller that leads, if it is another one than that of this page.

import {h} from './dom.js';

/** A link to the same view on the leader's page. */
export function leaderLink(address) {
  return h('a', {href: location.protocol + `//${address}/${location.hash}`}, address);
}
