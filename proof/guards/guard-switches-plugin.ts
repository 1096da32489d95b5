import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { addGuardSwitches } from './find-guards.ts'

/**
 * Adds a switch to every guard of the server while its sources are loaded. The files stay unchanged. Each
 * source imports the switches, because the global setup loads it without the setup files.
 */
export const guardSwitchesPlugin = (root: string): Plugin => ({
  name: 'guard-switches',
  enforce: 'pre',
  transform(source, id) {
    const path = relative(root, id.split('?')[0]!)
    if (!path.startsWith('server/') || !path.endsWith('.ts') || path.endsWith('.test.ts')) return null
    const made = addGuardSwitches(path, source)
    if (made === null) return null
    const code = `import { sql as __guardSql } from 'kysely'
import ${JSON.stringify(join(root, 'proof/guards/guard-switches.ts'))}
${made.code}
globalThis.guardSwitches.register(${JSON.stringify(made.guards)})
`
    return { code, map: null }
  },
})
