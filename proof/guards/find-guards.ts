import { DOOR_CODES } from './doors.ts'
import { NAMED, type NamedGuard } from './named-guards.ts'

/** What a guard keeps apart: accounts, customers of one account, or callers and what they may not do at all. */
export type GuardKind = 'account' | 'customer' | 'refusal' | 'named'

export interface Guard {
  /** File, function and text: the same from run to run as long as the code around it is. */
  readonly id: string
  readonly kind: GuardKind
}

interface Pattern {
  readonly kind: GuardKind
  readonly files: RegExp
  readonly text: RegExp
  /** The same text, under a switch: with the switch off, it lets everything through. */
  readonly switched: (found: RegExpExecArray, on: string) => string
}

const TABLES = /^server\/(rooms|platform|gateways|main\/journal)\/(?!testing\/)(?!.*testing\.ts$)/
const REFUSERS = /^server\/(rooms\/[\w-]+\/actions|platform\/http|main)\//
const ANY = '__guardSql.raw'
/** A code, or one of two. */
const CODE = `(?:[\\w.]+ \\? )?'(?:${DOOR_CODES.join('|')})'`

const PATTERNS: readonly Pattern[] = [
  ...(['account', 'customer'] as const).flatMap((kind): Pattern[] => [
    {
      kind,
      files: TABLES,
      text: new RegExp(`\\.where\\('((?:\\w+\\.)?${kind}_id)', '=', ([\\w.!]+)\\)`, 'g'),
      switched: ([, column, value], on) => `.where('${column}', '=', ${on} ? ${value} : ${ANY}('${column}'))`,
    },
    {
      kind,
      files: TABLES,
      text: new RegExp(`((?:\\w+\\.)?${kind}_id) = \\$\\{([^}]+)\\}`, 'g'),
      switched: ([, column, value], on) => `${column} = \${${on} ? ${value} : ${ANY}('${column}')}`,
    },
    {
      kind,
      files: TABLES,
      text: new RegExp(`((?:\\w+\\.)?${kind}_id) = any\\(\\$\\{([^}]+)\\}`, 'g'),
      switched: ([, column, value], on) =>
        `${column} = any(\${${on} ? ${value} : ${ANY}('array[${column}]')}`,
    },
  ]),
  {
    kind: 'refusal',
    files: REFUSERS,
    text: new RegExp(`\\bif \\((.+)\\)(\\s+)throw refuse\\((\\n?\\s*)(?=${CODE})`, 'g'),
    switched: ([, condition, between, inside], on) =>
      `if (${on} && (${condition}))${between}throw refuse(${inside}`,
  },
]

/** A source with every guard of it under a switch of its own; null where it has none. */
export function putUnderSwitches(path: string, source: string): { code: string; guards: Guard[] } | null {
  const found: { at: number; text: string; kind: GuardKind; switched: (on: string) => string }[] = []
  for (const { kind, text, switched } of PATTERNS.filter((one) => one.files.test(path))) {
    for (const match of source.matchAll(text))
      found.push({ at: match.index, text: match[0], kind, switched: (on) => switched(match, on) })
  }
  for (const named of NAMED.filter((one) => one.file === path)) {
    const { text, off, switched, kind = 'named' } = named
    found.push({
      ...{ at: placeOf(source, named), text, kind },
      switched: switched ?? ((on) => `(${on} ? (${text}) : (${off}))`),
    })
  }
  const guards: Guard[] = []
  let code = source
  for (const { at, text, kind, switched } of found.sort((a, b) => b.at - a.at)) {
    const plain = `${path} ${functionAround(source, at)}: ${text.replace(/\s+/g, ' ')}`
    const same = found.filter((one) => one.at < at && one.text === text)
    const twins = same.filter((one) => functionAround(source, one.at) === functionAround(source, at)).length
    const id = twins === 0 ? plain : `${plain} (${twins + 1})`
    guards.push({ id, kind })
    const on = `globalThis.guardSwitches.isOn(${JSON.stringify(id)})`
    code = code.slice(0, at) + switched(on) + code.slice(at + text.length)
  }
  return guards.length > 0 ? { code, guards } : null
}

/** Where a named guard stands: once in its file, or in its function. */
function placeOf(source: string, { file, text, inside }: NamedGuard): number {
  const places: number[] = []
  for (let at = source.indexOf(text); at >= 0; at = source.indexOf(text, at + 1))
    if (inside === undefined || functionAround(source, at) === inside) places.push(at)
  if (places.length !== 1) throw new Error(`${file} must hold this guard once: ${text}`)
  return places[0]!
}

/** The refusals of a source by a code that closes a door, of which there is no guard: their lines. */
export function unguardedRefusals(path: string, source: string): string[] {
  const pattern = PATTERNS.find(({ kind }) => kind === 'refusal')!
  const guarded = [...source.matchAll(pattern.text)].map((match) => match.index + match[0].length)
  return [...source.matchAll(new RegExp(`\\brefuse\\(\\s*(?=${CODE})`, 'g'))]
    .filter(({ 0: text, index }) => !pattern.files.test(path) || !guarded.includes(index + text.length))
    .map(({ index }) => `${path} ${functionAround(source, index)}`)
}

const functionAround = (source: string, at: number): string =>
  [...source.slice(0, at).matchAll(/^(?:export )?(?:async )?(?:const|function) (\w+)/gm)].at(-1)?.[1] ?? ''
