import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import {
  type BuildEnvironmentOptions,
  defineConfig,
  type EnvironmentOptions,
  type Plugin,
  type Rolldown,
} from 'vite'
import { devPages } from './scripts/dev-pages.ts'
import { inlineTexts } from './scripts/languages/inline-texts.ts'
import { translatedLanguages } from './scripts/languages/offered-languages.ts'
import { pageInLanguage } from './scripts/languages/page-in-language.ts'
import { contractAddresses } from './scripts/web-build/contract-addresses.ts'
import { appOf, environmentOf, languageOf, pageOf } from './scripts/web-build/environments.ts'
import { smallDynamicImports, smallIcons, withoutScrollLock } from './scripts/web-build/left-out.ts'
import { namedExports } from './scripts/web-build/named-exports.ts'
import { leftOutStyles, styleAfterFirstLook } from './scripts/web-build/styles.ts'

const webRoot = resolve(import.meta.dirname, 'web')
const apiTarget = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

type CodeSplitting = Rolldown.OutputOptions['codeSplitting']
type CodeSplittingGroup = NonNullable<Exclude<CodeSplitting, boolean | undefined>['groups']>[number]

/** Leaves the contract's shapes out of what browsers download: the server checks them, the web only needs the paths. */
function contractWithoutShapes(): Plugin {
  const standIn = fileURLToPath(new URL('./web/session/calls/no-shapes.ts', import.meta.url))
  return {
    name: 'contract-without-shapes',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === 'zod' && importer && /[\\/]contract[\\/]/.test(importer) ? standIn : null,
  }
}

/** Everything that an entry imports at once is one file. */
const first = (name: string): CodeSplittingGroup => ({
  name: `${name}-first`,
  tags: ['$initial'],
  priority: 9,
})

/** Modules that are one file of their own, without what they import. */
const part = (name: string, test: RegExp): CodeSplittingGroup => ({
  name,
  test,
  includeDependenciesRecursively: false,
  priority: 4,
})

/** Parts of the design system by file name, as a group of their own. */
const uiParts = (names: string): RegExp => new RegExp(`web[\\\\/]ui[\\\\/][^\\\\/]+[\\\\/](${names})\\.tsx?$`)

const FORM_STATE = /react-hook-form|web[\\/]session[\\/]forms[\\/]form-/
const FORM_FOOT = /web[\\/]business[\\/](layout[\\/]leave-guard|accounts[\\/]settings[\\/]save-bar)/
const OVERLAYS = uiParts('dialog-surface|menu-surface|combobox-popup')
const isOverlay = (id: string): boolean =>
  OVERLAYS.test(id) || /@radix-ui(?![\\/]react-slider)|@floating-ui|aria-hidden/.test(id)

/** Modules that every page of a logged-in user needs, with their dependencies. */
const APP =
  /web[\\/]business[\\/](shell[\\/](?!second-factor-gate|notifications-(?:bell|list)|standing-banner)|start-queries)/
const shared = new Set<string>()

/**
 * Groups the modules that lazy screens of the business app share. By default every module that two screens share would be a
 * file, and a request, of its own.
 */
const BUSINESS: CodeSplittingGroup[] = [
  first('business'),
  // With the foot of forms that asks before they are left: no list waits for it.
  {
    name: 'form-state',
    test: (id) => FORM_STATE.test(id) || FORM_FOOT.test(id),
    includeDependenciesRecursively: false,
    priority: 6,
  },
  { name: 'overlays', test: isOverlay, includeDependenciesRecursively: false, priority: 5 },
  // Pages of the login by a provider.
  part('providers', /business[\\/]auth[\\/](provider|login-social|return-|went-wrong|unconnected)/),
  // Not what screens of the app take from there: none of them waits for the pages of the login.
  part('sign-in', /web[\\/]business[\\/]auth[\\/](?!use-|announce-|trips[\\/]setup-)/),
  // One invoice and its editor share the dialog that sends it: no list waits for it.
  part('send-dialog', /web[\\/]business[\\/]invoices[\\/](send-dialog|email-preview)/),
  // Logins of customers, on their page and in a list of their own.
  part(
    'portal-logins',
    /web[\\/]business[\\/]portal[\\/](logins|invite-runs)[\\/](login-|use-|invite-run-progress)/,
  ),
  // Two-step login and sessions, on the profile and on the way in: no list waits for it.
  part('security', /web[\\/]account-security/),
  // Pages for everybody, of which the settings show a part: nobody waits for them on the way to the app.
  part('public', /web[\\/]business[\\/]public/),
  // Opened by a key or a press, or brought by a message: no page waits for it.
  part(
    'on-demand',
    /web[\\/](business[\\/]([\w-]+[\\/])*(palette-|shortcuts-dialog|copy-hint|undo-)|ui[\\/][\w-]+[\\/](command-|key-caps|toast-actions))/,
  ),
  // Notes that explain a page and the names of the reports, which the palette lists: no list of invoices waits for them.
  part('help', /web[\\/]business[\\/](help[\\/]|reports[\\/]charts[\\/]report-groups)/),
  part('invoice-runs', /web[\\/]business[\\/]invoices[\\/]runs[\\/](?!use-)/),
  // Fields of forms and of filters: no list waits for them.
  part(
    'fields',
    /web[\\/](ui[\\/](combobox[\\/]|fields[\\/](date|money|decimal|quantity)-)|business[\\/](customer-options|recorded-payments[\\/]manual-fields|statements[\\/]period-fields|payments[\\/]use-credit-dialog|invoices[\\/](settle-invoice-dialog|open-invoice-choice)))/,
  ),
  // Kept texts of dialogs and forms, postal addresses, where a record is changed, and what a plan lacks: no list waits for them.
  part(
    'records',
    /web[\\/](ui[\\/]overlay[\\/](fields-of-dialog|typed-texts)|business[\\/](auth[\\/]announce-|layout[\\/](kept-note|gates[\\/](?:feature-gate|plan-text))))|domain[\\/]people[\\/]postal-address/,
  ),
  // Parts of a list that load after it is shown.
  part('list-tools', /web[\\/]business[\\/]layout[\\/](columns[\\/]column|dropped-note)/),
  // Shared by the dashboard and the shared report, and by no list.
  part('figures', /web[\\/](ui[\\/]text[\\/]aging-bar|business[\\/]dashboard[\\/](figures|debtors-table))/),
  // Drawn on the dashboard and by the reports, and in no list.
  part('charts', /web[\\/]business[\\/](charts[\\/]|dashboard[\\/]dashboard-charts)/),
  // Small dialogs of lists, opened by a press: one file, so that the first file names fewer.
  part('dialogs', /web[\\/]business[\\/](customers[\\/]groups|team|reports)[\\/][\w-]+-dialogs?\./),
  // Dialogs that a customer's page shares with lists, opened by a press there.
  part(
    'record-dialogs',
    /web[\\/]business[\\/](payments[\\/](record-payment-dialog|chosen-invoices|use-credit-dialog)|invoices[\\/]settle-invoice-dialog|credit-memos[\\/]issue-memo-dialog|payment-plans[\\/]use-open|layout[\\/]type-name-dialog|customers[\\/]merge-dialog)/,
  ),
  // The frame of the settings, the end of a connection, and what the wizards of sign-up and import share with them.
  part(
    'settings',
    /web[\\/](business[\\/](auth[\\/]trips[\\/]setup-trip|accounts[\\/](finish\.|setup-course|settings[\\/]settings-|use-read-account|billing[\\/](plan-cards|use-billing)))|ui[\\/](layout[\\/]step-indicator|fields[\\/](file-drop|radio-tiles)))/,
  ),
  // A case stands on its payment's page and in the list of cases.
  part('payment-case', /web[\\/]business[\\/]payments[\\/]payment-case/),
  // Pages of one area that share most of their parts.
  part('imports', /web[\\/]business[\\/]imports[\\/]/),
  // Events: on the dashboard and on the pages of customers and invoices, and in no list.
  part(
    'activity',
    /web[\\/](business[\\/](activity[\\/](event|use-)|invoices[\\/](decision-timeline|reminders-panel))|ui[\\/]text[\\/]timeline)|domain[\\/]accounts[\\/]event-types|(infiniteQueryObserver|useInfiniteQuery)\./,
  ),
  // Tasks, on the worklist and pages of customers and invoices, and roles of addresses. The frame of pages has only their number.
  part(
    'tasks',
    /web[\\/]business[\\/]worklist[\\/](open-tasks|task-(buttons|words)|use-(members|task-changes))|business[\\/]customers[\\/]email-role-words|domain[\\/](worklist|people[\\/]email-roles)/,
  ),
  {
    // Takes nothing itself: notes what several screens share, for the group that follows.
    name: (id) => {
      shared.add(id)
      return null
    },
    debugName: 'shared',
    minShareCount: 2,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  {
    // Modules that import the form library stay in its group, so that no list waits for it.
    name: (id, modules) => {
      const forms = modules.getModuleInfo(id)?.importedIds.some((imported) => FORM_STATE.test(imported))
      return APP.test(id) || (shared.has(id) && !forms) ? 'app' : null
    },
    debugName: 'app',
    priority: 2,
  },
]

/**
 * The portal is small: the pay link's page is in its first file, and the pages behind the sign-in are a second one. What
 * only some payers come to see, such as a processor's own button, is fetched for them alone.
 */
const PORTAL: CodeSplittingGroup[] = [
  first('portal'),
  // Without the choice of another account, which few payers have.
  { name: 'portal-rest', test: /web[\\/]portal[\\/]shell[\\/](?!switch-)/, priority: 3 },
  { name: 'portal-sign-in', test: /web[\\/]portal[\\/]auth/, priority: 2 },
  { name: 'overlays', test: isOverlay, priority: 1 },
]

const appBuild = (
  name: string,
  groups: CodeSplittingGroup[],
  options: BuildEnvironmentOptions = {},
): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    ...options,
    // Maps screens to files, for the test of what pages weigh. Never served.
    manifest: `.vite/${pageOf(name)}.json`,
    rolldownOptions: {
      input: { [appOf(name)]: resolve(webRoot, `${pageOf(name)}.html`) },
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        // The first file lists all of them: what tells builds of one screen apart is kept short.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: { groups },
      },
    },
  },
})

/** The portal is built once for each language: in English, and in those of languages/. */
const PORTALS = ['portal', ...translatedLanguages().map((language) => environmentOf('portal', language))]

/**
 * One command builds two apps, each on its own: the portal never receives business code, and neither waits for chunks
 * that exist only because the other uses them too.
 */
export default defineConfig(({ command }) => ({
  root: webRoot,
  plugins: [
    devPages(),
    inlineTexts(languageOf),
    pageInLanguage(languageOf),
    contractAddresses(),
    contractWithoutShapes(),
    smallDynamicImports(),
    smallIcons(),
    namedExports(),
    withoutScrollLock(),
    leftOutStyles(),
    styleAfterFirstLook(),
    react(),
    tailwind(),
  ],
  // React has this hook itself; the shim is for versions before 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
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
      // Its parts need no other part but the first file, which is there: the list of what to fetch beside each would be dead weight.
      ...Object.fromEntries(
        PORTALS.map((name, index) => [
          name,
          appBuild(name, PORTAL, {
            modulePreload: { polyfill: false, resolveDependencies: () => [] },
            ...(index > 0 && { emptyOutDir: false }),
          }),
        ]),
      ),
      business: appBuild('business', BUSINESS, { emptyOutDir: false }),
    },
  }),
  builder: {
    async buildApp({ build, environments }) {
      for (const name of [...PORTALS, 'business']) if (environments[name]) await build(environments[name])
    },
  },
}))
