import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const webRoot = resolve(import.meta.dirname, 'web')
const apiTarget = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

/**
 * What both first screens need: React, its data layer, and the smallest parts of the design system. Kept in one chunk,
 * because each shared module would otherwise become a request of its own.
 */
const BASE = [
  /^\0named:/,
  /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/,
  /node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/,
  /web[\\/]ui[\\/](cx|link|spinner|button|button-class|button-link|field|input-class|text-field|error-boundary|message-page|lazy-with-retry)\.tsx?$/,
]

const COMMON_JS = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']

/**
 * Gives React's CommonJS modules named ES exports. Without it every chunk that imports React needs the bundler's
 * interop runtime, which then becomes a chunk, and a request, of its own.
 */
function namedExports(): Plugin {
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
    load(id) {
      if (!id.startsWith(prefix)) return null
      const source = id.slice(prefix.length)
      const names = Object.keys(require(source)).join(', ')
      return `import all from '${source}'\nexport default all\nexport const { ${names} } = all\n`
    },
  }
}

/** Leaves the contract's shapes out of what browsers download: the server checks them, the web only needs the paths. */
function contractWithoutShapes(): Plugin {
  const standIn = resolve(webRoot, 'session', 'no-shapes.ts')
  return {
    name: 'contract-without-shapes',
    enforce: 'pre',
    resolveId: (source, importer) => (source === 'zod' && importer && /[\\/]contract[\\/]/.test(importer) ? standIn : null),
  }
}

/** One build, two entries: the business app and the portal, which never receives business code. */
export default defineConfig({
  root: webRoot,
  plugins: [contractWithoutShapes(), namedExports(), react(), tailwind()],
  // React has this hook itself; the shim is for versions before 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: apiTarget, changeOrigin: false } },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // light-dark() carries both themes; older targets would have it rewritten into twice the style.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // A data: address would need a wider content security policy, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      input: { business: resolve(webRoot, 'business.html'), portal: resolve(webRoot, 'portal.html') },
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: (id) => BASE.some((part) => part.test(id)),
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})
