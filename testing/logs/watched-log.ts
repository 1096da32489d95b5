import { isId } from '../../server/platform/ids.ts'
import { createLog, type Log } from '../../server/platform/log.ts'

/*
 * Whatever a server of a test says, at its most talkative, is searched for the secrets that the test handed in or was
 * given, and for what looks like one. What is found fails the test (`watch-logs.ts`). A line costs microseconds.
 * Of a secret it is told what it is, and never the secret itself.
 */
const leaks: string[] = []
/** In one word: letters, digits, dashes; with what it is. */
const words = new Map<string, string>()
/** In several, such as passwords. */
const phrases = new Map<string, string>()
/** A corpus of wild calls hands in more than anybody would look for. */
const MOST_WORDS = 20_000
const MOST_PHRASES = 100
/** Shorter ones, such as codes of six digits, stand in a line by chance. */
const SHORTEST = 10
const LONGEST = 4_000

const SESSION = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g
const LOOKS: readonly (readonly [string, RegExp])[] = [
  ['a session’s token', SESSION],
  [
    'a one-time secret',
    /(?<![\w-])(?=[\w-]{0,42}[A-Z])(?=[\w-]{0,42}[a-z])(?=[\w-]{0,42}\d)[\w-]{43}(?![\w-])/g,
  ],
]

/** A log for servers of tests. */
export const watchedLog = (): Log => createLog('debug', (line) => watchLine(line, 'the log'))

/** Searches one line of what the product said; `where` says which of its voices it was. */
export function watchLine(line: string, where: string): void {
  const kinds = new Set<string>()
  const blanked = LOOKS.reduce(
    (left, [kind, shape]) => left.replace(shape, () => blank(kind, kinds)),
    withoutKnown(line, kinds),
  )
  if (kinds.size > 0) leaks.push(`${[...kinds].join(', ')} in ${where}: ${blanked.trim()}`)
}

const blank = (kind: string, kinds: Set<string>): string => {
  kinds.add(kind)
  return `[${kind}]`
}

function withoutKnown(line: string, kinds: Set<string>): string {
  let left = line.replace(/[\w-]{10,}/g, (word) => {
    const kind = words.get(word)
    return kind === undefined ? word : blank(kind, kinds)
  })
  for (const [phrase, kind] of phrases)
    if (left.includes(phrase)) left = left.replaceAll(phrase, blank(kind, kinds))
  return left
}

/** What was said since this was asked last that nobody may say. */
export const takeLeaks = (): string[] => leaks.splice(0)

/** Another test's secrets are no longer looked for. */
export function forgetSecrets(): void {
  leaks.length = 0
  words.clear()
  phrases.clear()
}

/** Told of each secret when it is first noted. */
let heard: (value: string, kind: string) => void = () => {}

/** Another process searches for what this one knows. */
export const tellOfSecrets = (tell: typeof heard): void => {
  heard = tell
}

/** Looks for it in every line from now on. What is no text, or too short to be told from any other word, is left out. */
export function noteSecret(value: unknown, kind = 'a secret'): void {
  if (typeof value !== 'string' || value.length < SHORTEST || value.length > LONGEST || isId(value)) return
  const isWord = /^[\w-]+$/.test(value)
  if (isWord ? !/\d/.test(value) : value.trim().length < SHORTEST) return
  // Told by its looks, and there are too many of them to look for each.
  if (!isWord && value.search(SESSION) === 0) return
  const [known, most] = isWord ? [words, MOST_WORDS] : [phrases, MOST_PHRASES]
  if (known.has(value) || known.size >= most) return
  known.set(value, kind)
  heard(value, kind)
}

const ASKED_WITH = /^(password\d?|current_password|token|code|auth_code|state|browser_key|account_number)$/
const ANSWERED_WITH = /^(token|secret|recovery_codes|state|browser_key)$/
const DEEPEST = 3

/** What somebody asks with that only they know, by the names of its fields. A card's number is told by its digits. */
export const noteAsked = (body: unknown): void =>
  noteFields(
    body,
    (name, value) => ASKED_WITH.test(name) || (name === 'number' && /^\d{13,19}$/.test(`${value}`)),
  )

/** What they are told that nobody else may know. */
export const noteAnswered = (body: unknown): void => noteFields(body, (name) => ANSWERED_WITH.test(name))

function noteFields(body: unknown, isSecret: (name: string, value: unknown) => boolean, depth = 0): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || depth === DEEPEST) return
  for (const [name, value] of Object.entries(body)) {
    if (isSecret(name, value))
      for (const one of Array.isArray(value) ? value : [value]) noteSecret(one, kindOf(name))
    noteFields(value, isSecret, depth + 1)
  }
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/password/, 'a password'],
  [/^number$/, 'a card’s number'],
  [/^account_number$/, 'an account’s number'],
  [/^secret$/, 'the secret of a second factor'],
  [/code/, 'a code'],
]
const kindOf = (name: string): string => KINDS.find(([shape]) => shape.test(name))?.[1] ?? `a ${name}`
