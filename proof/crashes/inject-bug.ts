// Loaded before the product by --import. Injects the bug that the variable BUG names into the modules as they
// are loaded.
import { registerHooks } from 'node:module'
import { BUGS, LEAK_BUG } from './bugs.ts'

const changes = [...BUGS[process.env.BUG!]!.changes, ...LEAK_BUG.changes]
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const here = changes.filter(({ file }) => url.endsWith(`/server/${file}`))
    if (here.length === 0) return loaded
    let source = String(loaded.source)
    for (const { file, from, to } of here) {
      if (!source.includes(from)) throw new Error(`${file} no longer contains ${from}`)
      source = source.replace(from, () => to)
    }
    return { ...loaded, source }
  },
})
