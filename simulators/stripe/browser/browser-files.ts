import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '../state/world.ts'

const JAVASCRIPT = 'text/javascript; charset=utf-8'
const HTML = 'text/html; charset=utf-8'

/** Files that the frames load, by their path. */
const FILES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/elements/frame': { file: 'frame.html', type: HTML },
  '/elements/frame.js': { file: 'frame.js', type: JAVASCRIPT },
  '/elements/fields.js': { file: 'fields.js', type: JAVASCRIPT },
}

/** Modules of the page's script in the order of their imports. */
const SCRIPT = ['script/actions.js', 'script/elements.js', 'script/stripe.js']

/** Returns a file of the browser's part, or null. */
export function readBrowserFile(
  world: World,
  path: string,
): { readonly type: string; readonly body: string } | null {
  if (path === '/endive/stripe.js') return { type: JAVASCRIPT, body: joinScript() }
  if (path === '/elements/wallets')
    return { type: 'application/json', body: JSON.stringify(world.switches.wallets) }
  const found = FILES[path]
  return found === undefined ? null : { type: found.type, body: read(found.file) }
}

/** Joins the modules into one classic script, because a page includes Stripe.js without `type="module"`. */
const joinScript = (): string =>
  `;(() => {\n${SCRIPT.map((file) => read(file).replaceAll(/^import .*$|^export /gm, '')).join('\n')}\n})()\n`

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')
