// Loaded before the product, by --import: puts the bug that BUG names into its modules as they are read.
import { registerHooks } from 'node:module'
import { BUGS } from './bugs.ts'

const { changes } = BUGS[process.env.BUG!]!
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const change = changes.find(({ file }) => url.endsWith(`/server/${file}`))
    if (!change) return loaded
    const source = String(loaded.source)
    if (!source.includes(change.from)) throw new Error(`${change.file} no longer says ${change.from}`)
    return { ...loaded, source: source.replace(change.from, () => change.to) }
  },
})
