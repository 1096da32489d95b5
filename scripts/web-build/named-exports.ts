import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const COMMON_JS = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']

/**
 * Gives React's CommonJS modules named ES exports. Without it every chunk that imports React needs the bundler's
 * interop runtime, which then becomes a chunk, and a request, of its own.
 */
export function namedExports(): Plugin {
  const require = createRequire(import.meta.url)
  const prefix = '\0named:'
  return {
    name: 'named-exports',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer, { kind }) {
      const wanted = kind === 'import-statement' && COMMON_JS.includes(source)
      return wanted && !importer?.startsWith(prefix) ? prefix + source : null
    },
    // Radix reads newer hooks by a computed name, which would keep all of React's names in the first download.
    transform: (code) =>
      code.includes('.trim().toString()]')
        ? code.replace(/\[" (\w+) "\.trim\(\)\.toString\(\)\]/g, '.$1')
        : null,
    load(id) {
      if (!id.startsWith(prefix)) return null
      const source = id.slice(prefix.length)
      // Marked as free of side effects, so that what nothing imports is left out.
      const names = Object.keys(require(source)).map(
        (name) => `export const ${name} = /* @__PURE__ */ take('${name}')`,
      )
      return [
        `import all from '${source}'`,
        'export default all',
        'const take = (name) => all[name]',
        ...names,
      ].join('\n')
    },
  }
}
