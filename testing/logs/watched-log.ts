import { isId } from '../../server/platform/ids.ts'
import { createLog, type Log } from '../../server/platform/log.ts'

/*
 * The log of a test server, at level debug, is searched for the secrets of the test's requests and responses, and for
 * texts that look like a secret. A match fails the test (`watch-logs.ts`). Searching a line takes microseconds.
 * The report names the kind of the secret, never its value.
 */
const leaks: string[] = []
/** Secrets of letters, digits and dashes, with their kinds. */
const words = new Map<string, string>()
/** All other secrets, such as passwords, with their kinds. */
const phrases = new Map<string, string>()
/** Fuzzing sends more values than could be searched for. */
const MAX_WORDS = 20_000
const MAX_PHRASES = 100
/** Shorter values, such as six-digit codes, appear in a line by chance. */
const MIN_LENGTH = 10
const MAX_LENGTH = 4_000

const SESSION = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g
const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ['a session’s token', SESSION],
  [
    'a one-time secret',
    /(?<![\w-])(?=[\w-]{0,42}[A-Z])(?=[\w-]{0,42}[a-z])(?=[\w-]{0,42}\d)[\w-]{43}(?![\w-])/g,
  ],
]

/** Creates a log for a test server, whose lines are searched for secrets. */
export const watchedLog = (): Log => createLog('debug', (line) => watchLine(line, 'the log'))

/** Searches one line of output. `where` names the stream, such as 'the log'. */
export function watchLine(line: string, where: string): void {
  const kinds = new Set<string>()
  const blanked = PATTERNS.reduce(
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

/** Returns the leaks found since the last call. */
export const takeLeaks = (): string[] => leaks.splice(0)

/** Removes all noted secrets and found leaks. */
export function forgetSecrets(): void {
  leaks.length = 0
  words.clear()
  phrases.clear()
}

/** Called with each secret when it is first noted. */
let listener: (value: string, kind: string) => void = () => {}

/** Passes each newly noted secret to `listen`, so that another process can search for it. */
export const onSecretNoted = (listen: typeof listener): void => {
  listener = listen
}

/** Searches every later line for this value. Ignores ids, values that are not text, and texts too short to be distinctive. */
export function noteSecret(value: unknown, kind = 'a secret'): void {
  if (typeof value !== 'string' || value.length < MIN_LENGTH || value.length > MAX_LENGTH || isId(value))
    return
  const isWord = /^[\w-]+$/.test(value)
  if (isWord ? !/\d/.test(value) : value.trim().length < MIN_LENGTH) return
  // Session tokens are recognized by their pattern, and are too many to search for one by one.
  if (!isWord && value.search(SESSION) === 0) return
  const [known, most] = isWord ? [words, MAX_WORDS] : [phrases, MAX_PHRASES]
  if (known.has(value) || known.size >= most) return
  known.set(value, kind)
  listener(value, kind)
}

const REQUEST_FIELDS =
  /^(password\d?|current_password|token|code|auth_code|state|browser_key|account_number)$/
const RESPONSE_FIELDS = /^(token|secret|recovery_codes|state|browser_key)$/
const MAX_DEPTH = 3

/** Notes the secrets of a request body by field name. A card number is recognized by its digits. */
export const noteRequestSecrets = (body: unknown): void =>
  noteFields(
    body,
    (name, value) => REQUEST_FIELDS.test(name) || (name === 'number' && /^\d{13,19}$/.test(`${value}`)),
  )

/** Notes the secrets of a response body by field name. */
export const noteResponseSecrets = (body: unknown): void =>
  noteFields(body, (name) => RESPONSE_FIELDS.test(name))

function noteFields(body: unknown, isSecret: (name: string, value: unknown) => boolean, depth = 0): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || depth === MAX_DEPTH) return
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
