import { NAMED } from './named-guards.ts'

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
    text: /\bif \((.+)\)(\s+)throw refuse\((\n?\s*)(?='not_found|'not_allowed|'unknown_host|'email_not|'session_ended|'not_signed|'unsupported|facts)/g,
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
  for (const { text, off, switched } of NAMED.filter((one) => one.file === path)) {
    const at = source.indexOf(text)
    if (at < 0 || source.indexOf(text, at + 1) >= 0)
      throw new Error(`${path} must hold this guard once: ${text}`)
    found.push({ at, text, kind: 'named', switched: switched ?? ((on) => `(${on} ? (${text}) : (${off}))`) })
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

const functionAround = (source: string, at: number): string =>
  [...source.slice(0, at).matchAll(/^(?:export )?(?:async )?(?:const|function) (\w+)/gm)].at(-1)?.[1] ?? ''
