import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import {
  type BuildEnvironmentOptions,
  defineConfig,
  type EnvironmentOptions,
  type Plugin,
  type Rolldown,
} from 'vite'
import type { Route } from './contract/route.ts'
import { devPages } from './scripts/dev-pages.ts'

const webRoot = resolve(import.meta.dirname, 'web')
const apiTarget = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

type CodeSplitting = Rolldown.OutputOptions['codeSplitting']
type CodeSplittingGroup = NonNullable<Exclude<CodeSplitting, boolean | undefined>['groups']>[number]

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

/**
 * The contract as the web needs it: where each call goes, what kind of session it wants, and what kind of body and
 * reply it has. The server checks the shapes and rights, so they and the summaries stay out of what browsers download.
 */
function contractAddresses(): Plugin {
  const index = resolve(import.meta.dirname, 'contract', 'index.ts')
  return {
    name: 'contract-addresses',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (resolve(id) !== index) return null
      const { contract }: { contract: Record<string, Record<string, Route>> } = await import(
        pathToFileURL(index).href
      )
      const address = ({ method, path, access, reply, body }: Route) => ({
        method,
        path,
        access: { kind: access.kind },
        ...(typeof reply === 'string' && { reply }),
        ...(body && 'file' in body && { body }),
      })
      const groups = Object.entries(contract).map(([group, routes]) => {
        const entries = Object.entries(routes).map(([name, route]) => [name, address(route)])
        return [group, Object.fromEntries(entries)]
      })
      return `export const contract = ${JSON.stringify(Object.fromEntries(groups))}`
    },
  }
}

/**
 * Leaves out what Radix brings along to hold the page still: it would write a style element into the page, which our
 * content security policy refuses. Our dialogs see to it themselves, and our menus let the page scroll.
 */
function withoutScrollLock(): Plugin {
  const standIn = '\0without-scroll-lock'
  return {
    name: 'without-scroll-lock',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === 'react-remove-scroll' ? standIn : null),
    load: (id) => (id === standIn ? 'export const RemoveScroll = ({ children }) => children' : null),
  }
}

/** Leaves the contract's shapes out of what browsers download: the server checks them, the web only needs the paths. */
function contractWithoutShapes(): Plugin {
  const standIn = fileURLToPath(new URL('./web/session/no-shapes.ts', import.meta.url))
  return {
    name: 'contract-without-shapes',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === 'zod' && importer && /[\\/]contract[\\/]/.test(importer) ? standIn : null,
  }
}

/** Stops the build when an app uses a part of the design system whose classes its style sheet leaves out. */
function leftOutStyles(): Plugin {
  return {
    name: 'left-out-styles',
    apply: 'build',
    async generateBundle() {
      const app = this.environment.name
      const sheet = await readFile(resolve(webRoot, app, `${app}.css`), 'utf8')
      for (const [, part = ''] of sheet.matchAll(/@source not "\.\.\/ui\/([\w-]+\.tsx)"/g)) {
        if (this.getModuleInfo(resolve(webRoot, 'ui', part))) {
          this.error(`This app uses web/ui/${part}: take its "@source not" out of web/${app}/${app}.css.`)
        }
      }
    },
  }
}

/** Everything that an entry imports at once is one file. */
const first = (name: string): CodeSplittingGroup => ({
  name: `${name}-first`,
  tags: ['$initial'],
  priority: 9,
})

/** Parts of the design system by file name, as a group of their own. */
const uiParts = (names: string): RegExp => new RegExp(`web[\\\\/]ui[\\\\/](${names})\\.tsx?$`)

const BASICS = uiParts('brand-mark|icon-button|field|input-class|text-field|password-field|note')
const FORM_STATE = /react-hook-form|web[\\/]session[\\/]form-/
const OVERLAYS = uiParts('dialog-surface|menu-surface|combobox-popup')
const isOverlay = (id: string): boolean => OVERLAYS.test(id) || /@radix-ui|@floating-ui|aria-hidden/.test(id)

/**
 * What screens of the business app share, in a few files by what it is for. Left alone, every part that two lazy
 * screens share would be a file, and a request, of its own.
 */
const BUSINESS: CodeSplittingGroup[] = [
  first('business'),
  { name: 'data', test: /@tanstack[\\/](react-query|query-core)/, priority: 7 },
  { name: 'form-state', test: FORM_STATE, includeDependenciesRecursively: false, priority: 6 },
  {
    name: 'basics',
    test: (id) =>
      BASICS.test(id) ||
      /@tanstack|session[\\/](plain-form|place-errors)|lucide-react[\\/].*icons|auth[\\/]calm-page/.test(id),
    includeDependenciesRecursively: false,
    priority: 5,
  },
  { name: 'overlays', test: isOverlay, includeDependenciesRecursively: false, priority: 4 },
  {
    name: 'sign-in',
    test: /web[\\/]business[\\/]auth[\\/](?!calm-page)|domain[\\/]password-rules/,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  {
    // What needs the form library stays with it, so that a list never waits for it.
    name: (id, modules) =>
      modules.getModuleInfo(id)?.importedIds.some((imported) => FORM_STATE.test(imported)) ? null : 'shared',
    minShareCount: 2,
    includeDependenciesRecursively: false,
    priority: 1,
  },
]

/** The portal is small: the pay link's page is in its first file, and its other pages are a second one. */
const PORTAL: CodeSplittingGroup[] = [
  first('portal'),
  { name: 'form-state', test: FORM_STATE, includeDependenciesRecursively: false, priority: 6 },
  { name: 'overlays', test: isOverlay, includeDependenciesRecursively: false, priority: 4 },
  {
    name: 'portal-sign-in',
    test: /web[\\/]portal[\\/]auth[\\/]/,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  { name: 'portal-rest', includeDependenciesRecursively: false, priority: 1 },
]

const appBuild = (
  name: string,
  groups: CodeSplittingGroup[],
  options: BuildEnvironmentOptions = {},
): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    ...options,
    rolldownOptions: {
      input: { [name]: resolve(webRoot, `${name}.html`) },
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: { groups },
      },
    },
  },
})

/**
 * One command builds two apps, each on its own: the portal never receives business code, and neither waits for chunks
 * that exist only because the other uses them too.
 */
export default defineConfig(({ command }) => ({
  root: webRoot,
  plugins: [
    devPages(),
    contractAddresses(),
    contractWithoutShapes(),
    namedExports(),
    withoutScrollLock(),
    leftOutStyles(),
    react(),
    tailwind(),
  ],
  // React has this hook itself; the shim is for versions before 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/dev/'].map((path) => [path, { target: apiTarget, changeOrigin: false }]),
    ),
    allowedHosts: ['.localhost'],
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
  },
  // While developing, one server serves both as they are.
  ...(command === 'build' && {
    environments: {
      portal: appBuild('portal', PORTAL),
      business: appBuild('business', BUSINESS, { emptyOutDir: false }),
    },
  }),
  builder: {
    async buildApp({ build, environments }) {
      for (const name of ['portal', 'business']) if (environments[name]) await build(environments[name])
    },
  },
}))
