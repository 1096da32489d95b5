import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '../state/world.ts'

const JAVASCRIPT = 'text/javascript; charset=utf-8'
const HTML = 'text/html; charset=utf-8'

/** Files that browsers load, by their path. */
const FILES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/endive/stripe.js': { file: 'stripe.js', type: JAVASCRIPT },
  '/elements/frame': { file: 'frame.html', type: HTML },
  '/elements/frame.js': { file: 'frame.js', type: JAVASCRIPT },
}

/** Returns a file of the browser's part, or null. */
export function readBrowserFile(
  world: World,
  path: string,
): { readonly type: string; readonly body: string } | null {
  if (path === '/elements/wallets')
    return { type: 'application/json', body: JSON.stringify(world.switches.wallets) }
  const found = FILES[path]
  return found === undefined
    ? null
    : { type: found.type, body: readFileSync(join(import.meta.dirname, found.file), 'utf8') }
}
