import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { putUnderSwitches } from './find-guards.ts'

/** Puts every guard of the server under a switch while its sources are loaded: nothing on the disk is changed. */
export const guardSwitchesPlugin = (root: string): Plugin => ({
  name: 'guard-switches',
  enforce: 'pre',
  transform(source, id) {
    const path = relative(root, id.split('?')[0]!)
    if (!path.startsWith('server/') || !path.endsWith('.ts') || path.endsWith('.test.ts')) return null
    const made = putUnderSwitches(path, source)
    if (made === null) return null
    const code = `import { sql as __guardSql } from 'kysely'
${made.code}
globalThis.guardSwitches.list(${JSON.stringify(made.guards)})
`
    return { code, map: null }
  },
})
