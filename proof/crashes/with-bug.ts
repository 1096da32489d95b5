// Loaded before the product, by --import: puts the bug that BUG names into its modules as they are read.
import { registerHooks } from 'node:module'
import { BUGS, TELLTALE } from './bugs.ts'

const changes = [...BUGS[process.env.BUG!]!.changes, ...TELLTALE.changes]
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const here = changes.filter(({ file }) => url.endsWith(`/server/${file}`))
    if (here.length === 0) return loaded
    let source = String(loaded.source)
    for (const { file, from, to } of here) {
      if (!source.includes(from)) throw new Error(`${file} no longer says ${from}`)
      source = source.replace(from, () => to)
    }
    return { ...loaded, source }
  },
})
