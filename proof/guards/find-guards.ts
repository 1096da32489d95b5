import { ACCESS_CODES } from './access-errors.ts'
import { NAMED, type NamedGuard } from './named-guards.ts'

/** Guards separate accounts, separate customers of one account, refuse access, or are listed by name. */
export type GuardKind = 'account' | 'customer' | 'refusal' | 'named'

export interface Guard {
  /** File, function and source text, so that the id is stable while the code around the guard changes. */
  readonly id: string
  readonly kind: GuardKind
}

interface Pattern {
  readonly kind: GuardKind
  readonly files: RegExp
  readonly text: RegExp
  /** Returns the source text with a switch that disables the guard. `on` is the switch's expression. */
  readonly switched: (found: RegExpExecArray, on: string) => string
}

const TABLES = /^server\/(rooms|platform|gateways|main\/journal)\/(?!testing\/)(?!.*testing\.ts$)/
const REFUSERS = /^server\/(rooms\/[\w-]+\/actions|platform\/(?:http|auth)|main)\//
const ANY = '__guardSql.raw'
/** Matches what stands between the braces of a placeholder, which may hold a text with a placeholder of its own. */
const VALUE = '((?:[^{}]|\\{[^{}]*\\})+)'
/** Matches one code, or a conditional expression with one. */
const CODE = `(?:[\\w.]+ \\? )?'(?:${ACCESS_CODES.join('|')})'`

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
      text: new RegExp(`((?:\\w+\\.)?${kind}_id) = \\$\\{${VALUE}\\}`, 'g'),
      switched: ([, column, value], on) => `${column} = \${${on} ? ${value} : ${ANY}('${column}')}`,
    },
    {
      kind,
      files: TABLES,
      text: new RegExp(`((?:\\w+\\.)?${kind}_id) = any\\(\\$\\{${VALUE}\\}`, 'g'),
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

/** Returns the source with a switch for each of its guards; null when it has none. */
export function addGuardSwitches(path: string, source: string): { code: string; guards: Guard[] } | null {
  const found: { at: number; text: string; kind: GuardKind; switched: (on: string) => string }[] = []
  for (const { kind, text, switched } of PATTERNS.filter((one) => one.files.test(path))) {
    for (const match of source.matchAll(text))
      found.push({ at: match.index, text: match[0], kind, switched: (on) => switched(match, on) })
  }
  for (const named of NAMED.filter((one) => one.file === path)) {
    const { text, off, switched, kind = 'named' } = named
    found.push({
      ...{ at: positionOf(source, named), text, kind },
      switched: switched ?? ((on) => `(${on} ? (${text}) : (${off}))`),
    })
  }
  const guards: Guard[] = []
  let code = source
  for (const { at, text, kind, switched } of found.sort((a, b) => b.at - a.at)) {
    const plain = `${path} ${functionAround(source, at)}: ${text.replace(/\s+/g, ' ')}`
    const same = found.filter((one) => one.at < at && one.text === text)
    const repeats = same.filter((one) => functionAround(source, one.at) === functionAround(source, at)).length
    const id = repeats === 0 ? plain : `${plain} (${repeats + 1})`
    guards.push({ id, kind })
    const on = `globalThis.guardSwitches.isOn(${JSON.stringify(id)})`
    code = code.slice(0, at) + switched(on) + code.slice(at + text.length)
  }
  return guards.length > 0 ? { code, guards } : null
}

/** Returns the position of a named guard. Throws unless it occurs once in its file or function. */
function positionOf(source: string, { file, text, inside }: NamedGuard): number {
  const positions: number[] = []
  for (let at = source.indexOf(text); at >= 0; at = source.indexOf(text, at + 1))
    if (inside === undefined || functionAround(source, at) === inside) positions.push(at)
  if (positions.length !== 1) throw new Error(`${file} must contain this guard once: ${text}`)
  return positions[0]!
}

/** Returns the file and function of each refusal with an access code that no guard pattern matches. */
export function unguardedRefusals(path: string, source: string): string[] {
  const pattern = PATTERNS.find(({ kind }) => kind === 'refusal')!
  const guarded = [...source.matchAll(pattern.text)].map((match) => match.index + match[0].length)
  return [...source.matchAll(new RegExp(`\\brefuse\\(\\s*(?=${CODE})`, 'g'))]
    .filter(({ 0: text, index }) => !pattern.files.test(path) || !guarded.includes(index + text.length))
    .map(({ index }) => `${path} ${functionAround(source, index)}`)
}

const functionAround = (source: string, at: number): string =>
  [...source.slice(0, at).matchAll(/^(?:export )?(?:async )?(?:const|function) (\w+)/gm)].at(-1)?.[1] ?? ''
