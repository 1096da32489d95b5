import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const JAVASCRIPT = 'text/javascript; charset=utf-8'

const FILES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/hostedfields/1.5.3/fieldGen_1.5.3.js': { file: 'hosted-fields.js', type: JAVASCRIPT },
  '/hostedfields/frame': { file: 'frame.html', type: 'text/html; charset=utf-8' },
  '/hostedfields/frame.js': { file: 'frame.js', type: JAVASCRIPT },
}

/** Returns a file of the browser's part, or null. */
export function readBrowserFile(path: string): { readonly type: string; readonly body: string } | null {
  const found = FILES[path]
  return found
    ? { type: found.type, body: readFileSync(join(import.meta.dirname, found.file), 'utf8') }
    : null
}
