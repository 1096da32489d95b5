import {
  type Import,
  isForTests,
  isTest,
  type Problem,
  type Project,
  type Rule,
  type Source,
} from './project.ts'

/** Lowest line first: a room imports only rooms on earlier lines. */
export const roomLines = [
  ['ledger', 'identity', 'documents'],
  ['accounts'],
  ['fee-schedule', 'connections', 'saved-views', 'api-keys'],
  ['plans', 'mail-templates'],
  ['team', 'customers'],
  ['worklist'],
  ['email-addresses', 'contact-changes'],
  ['invoices'],
  ['imports', 'credit-memos', 'answers'],
  ['payment-plans'],
  ['payments'],
  ['accounting'],
  ['auto-payments'],
  ['reminders'],
  ['late-fees'],
  ['statements'],
  ['reports', 'portal'],
  ['login'],
  ['onboarding', 'account-data', 'audit-log'],
  ['webhooks'],
]

type Lines = readonly (readonly string[])[]

/** Judges an import from one room to another; a sentence says what is wrong with it. */
export function judgeOrder(lines: Lines, from: string, to: string): string | undefined {
  if (from === to) return undefined
  const [ownLine, otherLine] = [from, to].map((room) => lines.findIndex((line) => line.includes(room)))
  return otherLine! >= 0 && otherLine! < ownLine!
    ? undefined
    : `${from} must not import ${to}, which is not on an earlier line`
}

/** Checks one import. Returns a message when it breaks the rule, otherwise undefined. */
type Judge = (from: Source, to: Import) => string | undefined

export function rule(name: string, judge: Judge): Rule {
  return { name, check: (project) => project.sources.flatMap((source) => judgeAll(source, judge)) }
}

function judgeAll(source: Source, judge: Judge): Problem[] {
  return source.imports.flatMap((imported) => {
    const message = judge(source, imported)
    return message ? [{ path: source.path, line: imported.line, message }] : []
  })
}

const within = (path: string | undefined, ...folders: string[]): boolean =>
  folders.some((folder) => path?.startsWith(`${folder}/`))

/** Splits a path into its room and the path within the room. */
function roomOf(path: string | undefined): { room: string; rest: string } | undefined {
  const match = path?.match(/^server\/rooms\/([^/]+)\/(.*)$/)
  return match ? { room: match[1]!, rest: match[2]! } : undefined
}

const port = /^server\/gateways\/[^/]+\/port\.ts$/
const rules = /^rules(\.ts$|\/)/
const isTestTool = (specifier: string): boolean => /^(vitest|fast-check|node:)/.test(specifier)

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

const foundations: Rule[] = [
  rule('domain imports nothing', (from, { target, specifier }) => {
    if (!within(from.path, 'domain') || within(target, 'domain')) return undefined
    return isTest(from.path) && isTestTool(specifier) ? undefined : `domain must not import ${specifier}`
  }),
  rule('contract imports domain and zod only', (from, { target, specifier }) => {
    if (!within(from.path, 'contract') || within(target, 'contract', 'domain')) return undefined
    if (packageName(specifier) === 'zod' || (isTest(from.path) && isTestTool(specifier))) return undefined
    return `contract must not import ${specifier}`
  }),
  rule('platform imports ports, but no adapter and no room', (from, { target }) =>
    within(from.path, 'server/platform') &&
    !isForTests(from.path) &&
    within(target, 'server/gateways', 'server/rooms') &&
    !port.test(target ?? '')
      ? `platform must not import ${target}`
      : undefined,
  ),
  rule('gateways import no room', (from, { target }) =>
    within(from.path, 'server/gateways') && within(target, 'server/rooms')
      ? `a gateway must not import ${target}`
      : undefined,
  ),
  rule('only main and tests import main', (from, { target }) =>
    within(target, 'server/main') &&
    within(from.path, 'server', 'simulators') &&
    !within(from.path, 'server/main') &&
    !isForTests(from.path)
      ? `${target} wires everything, so nothing below may import it`
      : undefined,
  ),
  rule('the server imports no web, seed, script, proof or benchmark', (from, { target }) => {
    if (!within(from.path, 'server', 'simulators')) return undefined
    const outside = within(target, 'web', 'scripts', 'e2e', 'bench')
    const testsOnly = within(target, 'seed', 'proof') && !isForTests(from.path)
    return outside || testsOnly ? `the server must not import ${target}` : undefined
  }),
  rule('simulators import neither rooms nor web', (from, { target }) =>
    within(from.path, 'simulators') && within(target, 'server/rooms', 'web')
      ? `a simulator must not import ${target}`
      : undefined,
  ),
]

const rooms: Rule[] = [
  rule('rooms import only rooms on earlier lines', (from, { target }) => {
    const [here, there] = [roomOf(from.path), roomOf(target)]
    return here && there && judgeOrder(roomLines, here.room, there.room)
  }),
  rule('rooms are imported through their index.ts', (from, { target }) => {
    const [here, there] = [roomOf(from.path), roomOf(target)]
    if (!there || here?.room === there.room || there.rest === 'index.ts') return undefined
    if (there.rest === 'testing.ts' && mayUseBuilders(from.path)) return undefined
    // server/main collects the registries; index.ts is for other rooms.
    if (within(from.path, 'server/main') && there.rest === 'registry.ts') return undefined
    return `import ${there.room} through its index.ts, not ${there.rest}`
  }),
  rule('rooms import ports, not adapters', (from, { target }) =>
    roomOf(from.path) &&
    !isForTests(from.path) &&
    within(target, 'server/gateways', 'simulators') &&
    !port.test(target ?? '')
      ? `a room must not import ${target}; main wires adapters`
      : undefined,
  ),
  // Type imports have no effect at run time, so rules may import the types of their input.
  rule('rules import only domain and types', (from, { target, specifier, typeOnly }) => {
    const [here, there] = [roomOf(from.path), roomOf(target)]
    if (!here || !rules.test(here.rest) || isTest(from.path) || within(target, 'domain')) return undefined
    if (typeOnly && (within(target, 'contract') || port.test(target ?? '') || there?.rest === 'tables.ts'))
      return undefined
    return there?.room === here.room && rules.test(there.rest)
      ? undefined
      : `rules are pure: they must not import ${specifier}`
  }),
  rule('drawing imports no database code', (from, { target }) => {
    const here = roomOf(from.path)
    if (here?.room !== 'documents' || !/^drawing\//.test(here.rest) || isTest(from.path)) return undefined
    if (target === undefined || within(target, 'domain', 'server/rooms/documents/drawing')) return undefined
    return /^server\/platform\/(clock|ids|(threads|languages)\/[^/]+)\.ts$/.test(target)
      ? undefined
      : `drawing turns values into a PDF: it must not import ${target}`
  }),
  rule('SQL stays in the store', (from, { target, specifier }) => {
    const rest = roomOf(from.path)?.rest
    if (rest === undefined || /^(store|tables)\.ts$|^store\//.test(rest) || isForTests(from.path))
      return undefined
    return within(target, 'server/platform/db') || /^(kysely|pg)$/.test(packageName(specifier))
      ? `only store and tables import ${specifier}`
      : undefined
  }),
  rule('only main reads a registry', (from, { target }) =>
    roomOf(target)?.rest === 'registry.ts' && !within(from.path, 'server/main')
      ? 'server/main/rooms.ts collects the registries: import their contents from there'
      : undefined,
  ),
  rule('stores import no actions, routes or jobs', (from, { target }) => {
    const [here, there] = [roomOf(from.path), roomOf(target)]
    return here &&
      !isTest(from.path) &&
      /^store(\.ts|\/)/.test(here.rest) &&
      /^(actions\/|routes\.ts|jobs\.ts)/.test(there?.rest ?? '')
      ? `a store must not import ${there?.rest}`
      : undefined
  }),
  rule('only tests and the seed import builders', (from, { target }) =>
    (roomOf(target)?.rest === 'testing.ts' || within(target, 'testing')) && !mayUseBuilders(from.path)
      ? `${target} is for tests and the seed`
      : undefined,
  ),
]

function mayUseBuilders(path: string): boolean {
  return isForTests(path) || within(path, 'seed')
}

const faces: Rule[] = [
  rule('web never imports the server', (from, { target }) =>
    within(from.path, 'web') && target && !within(target, 'web', 'domain', 'contract')
      ? `web must not import ${target}`
      : undefined,
  ),
  rule('business and portal do not import each other', (from, { target }) =>
    (within(from.path, 'web/business') && within(target, 'web/portal')) ||
    (within(from.path, 'web/portal') && within(target, 'web/business'))
      ? `${from.path.split('/')[1]} must not import ${target}`
      : undefined,
  ),
  rule('web/ui, web/session and web/account-security import no app', (from, { target }) => {
    const layers = ['web/ui', 'web/session', 'web/account-security', 'web/business', 'web/portal']
    const at = layers.findIndex((layer) => within(from.path, layer))
    return at >= 0 && at < 3 && within(target, ...layers.slice(at + 1))
      ? `${from.path} must not import ${target}`
      : undefined
  }),
]

const packages: Rule = {
  name: 'packages are declared',
  check(project) {
    const declared = new Set(declaredPackages(project))
    return project.sources.flatMap((source) =>
      judgeAll(source, (_, { specifier, target }) => {
        const bare =
          target === undefined && !specifier.startsWith('node:') && !specifier.startsWith('virtual:')
        return bare && !declared.has(packageName(specifier))
          ? `${packageName(specifier)} is not in package.json`
          : undefined
      }),
    )
  },
}

function declaredPackages(project: Project): string[] {
  if (!project.has('package.json')) return []
  const manifest = JSON.parse(project.text('package.json')) as Record<
    string,
    Record<string, string> | undefined
  >
  return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.keys(manifest[kind] ?? {}),
  )
}

export const layerRules: Rule[] = [...foundations, ...rooms, ...faces, packages]
