import { basename, posix } from 'node:path'
import { roomLines } from './layer-rules.ts'
import {
  isNode,
  isTest,
  type Problem,
  type Project,
  type Rule,
  type Source,
  type SyntaxNode,
} from './project.ts'

const bannedNames = new Set(['util', 'utils', 'helper', 'helpers', 'misc', 'common', 'lib', 'libs'])
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
const pages = new Set([
  'Containerfile',
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE',
])

function pathRule(name: string, judge: (path: string) => string | undefined): Rule {
  return {
    name,
    check: (project) =>
      project.paths.flatMap((path): Problem[] => {
        const message = judge(path)
        return message ? [{ path, message }] : []
      }),
  }
}

const specificNames = pathRule('no file or folder has a generic name', (path) => {
  const banned = path
    .split('/')
    .map((part) => part.split('.')[0] ?? '')
    .find((stem) => bannedNames.has(stem))
  return banned && `'${banned}' says nothing: name it by what it does`
})

const kebabNames = pathRule('names are kebab-case', (path) => {
  const odd = path.split('/').find((part) => {
    if (part.startsWith('.') || (part === basename(path) && pages.has(part))) return false
    return !part.split('.').every((piece) => kebab.test(piece))
  })
  return odd && `${odd} is not kebab-case`
})

const rooms = new Set(roomLines.flat())
const roomFiles =
  /^(README\.md|(rules|tables|store|jobs|routes|registry|testing|index)\.ts|store\/[^/]+\.ts|(actions|rules)\/([^/]+\/)?[^/]+\.ts)$/

/** Only the room `documents` has a drawing folder, which turns values into files without database access. */
const drawingFiles = /^drawing\/([^/]+\/)?[^/]+\.ts$/

const sameRooms = pathRule('rooms contain only the agreed files', (path) => {
  const [, room, rest] = path.match(/^server\/rooms\/([^/]+)\/(.+)$/) ?? []
  if (room === undefined || rest === undefined) return undefined
  if (!rooms.has(room)) return `${room} is not a room in roomLines`
  if (isTest(rest)) return undefined
  if (room === 'documents' && drawingFiles.test(rest)) return undefined
  return roomFiles.test(rest) ? undefined : `a room may not contain ${rest}`
})

const verbNoun = pathRule('actions are named verb-noun', (path) => {
  const name = path.match(/^server\/rooms\/[^/]+\/actions\/(?:[^/]+\/)?([^/]+?)(\.test)?\.ts$/)?.[1]
  return name !== undefined && !name.includes('-') ? `${name} lacks its noun` : undefined
})

/** Returns the values that a file exports, without types. */
function exportedValues(source: Source): SyntaxNode[] {
  const body = source.program.body
  return (Array.isArray(body) ? body : []).filter(isNode).flatMap((node) => {
    if (!node.type.startsWith('Export') || node.exportKind === 'type') return []
    const { declaration } = node
    if (!isNode(declaration)) return [node]
    if (/^TS(Interface|TypeAlias)/.test(declaration.type)) return []
    if (declaration.type !== 'VariableDeclaration') return [declaration]
    const declared = Array.isArray(declaration.declarations) ? declaration.declarations : []
    return declared.filter(isNode).map(({ init }) => (isNode(init) ? init : declaration))
  })
}

const isFunction = ({ type }: SyntaxNode): boolean =>
  /^(FunctionDeclaration|ArrowFunctionExpression)$/.test(type)

const verbsOnly: Rule = {
  name: 'actions export functions only',
  check: (project) =>
    project.sources
      .filter(({ path }) => /^server\/rooms\/[^/]+\/actions\//.test(path) && !isTest(path))
      .filter((source) => {
        const values = exportedValues(source)
        return values.length === 0 || !values.every(isFunction)
      })
      .map(({ path }) => ({ path, message: 'exports something other than functions and types' })),
}

const roomsOf = ({ paths }: Project): string[] => [
  ...new Set(paths.flatMap((path) => path.match(/^server\/rooms\/[^/]+(?=\/)/)?.[0] ?? [])),
]

/** Only the registry of a room is read by server/main. */
const roomRegistries: Rule = {
  name: 'every room has a registry',
  check: (project) =>
    roomsOf(project)
      .filter((room) => !project.has(posix.join(room, 'registry.ts')))
      .map((room) => ({ path: room, message: 'has no registry.ts' })),
}

/** A failpoint belongs to the room whose code contains it. */
const roomFailpoints: Rule = {
  name: 'a room declares its failpoints in its registry',
  check: (project) =>
    project.sources.flatMap(({ path, lines }) => {
      const room = path.match(/^server\/rooms\/[^/]+(?=\/)/)?.[0]
      if (room === undefined || isTest(path)) return []
      const registry = posix.join(room, 'registry.ts')
      const declared = project.has(registry) ? project.text(registry) : ''
      return lines.flatMap((line, index): Problem[] =>
        [...line.matchAll(/\bfailpoint\(([^)]*)\)/g)]
          .flatMap(([, names = '']) => [...names.matchAll(/'([^']+)'/g)])
          .filter(([, name]) => !declared.includes(`'${name}'`))
          .map(([, name]) => ({ path, line: index + 1, message: `${registry} does not declare ${name}` })),
      )
    }),
}

const roomPages: Rule = {
  name: 'every room has a README.md',
  check: (project) =>
    roomsOf(project)
      .filter((room) => !project.has(posix.join(room, 'README.md')))
      .map((room) => ({ path: room, message: 'has no README.md' })),
}

export const nameRules: Rule[] = [
  specificNames,
  kebabNames,
  sameRooms,
  verbNoun,
  verbsOnly,
  roomPages,
  roomRegistries,
  roomFailpoints,
]
