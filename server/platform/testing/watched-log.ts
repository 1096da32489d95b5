import { isId } from '../ids.ts'
import { createLog, type Log } from '../log.ts'

/*
 * Whatever a server of a test says, at its most talkative, is searched for the secrets that the test handed in or was
 * given, and for what looks like one. What is found fails the test (`watch-logs.ts`). A line costs microseconds.
 */
const leaks: string[] = []
/** In one word: letters, digits, dashes. */
const words = new Set<string>()
/** In several, such as passwords. */
const phrases = new Set<string>()
/** A corpus of wild calls hands in more than anybody would look for. */
const MOST_WORDS = 20_000
const MOST_PHRASES = 100
/** Shorter ones, such as codes of six digits, stand in a line by chance. */
const SHORTEST = 10
const LONGEST = 4_000

const LOOKS: readonly (readonly [string, RegExp])[] = [
  ['a session’s token', /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/],
  [
    'a one-time secret',
    /(?<![\w-])(?=[\w-]{0,42}[A-Z])(?=[\w-]{0,42}[a-z])(?=[\w-]{0,42}\d)[\w-]{43}(?![\w-])/,
  ],
]

/** A log for servers of tests. */
export const watchedLog = (): Log => createLog('debug', look)

function look(line: string): void {
  const found = LOOKS.find(([, shape]) => shape.test(line))?.[0] ?? known(line)
  if (found !== undefined) leaks.push(`${found} in ${line}`)
}

function known(line: string): string | undefined {
  for (const [word] of line.matchAll(/[\w-]{10,}/g)) if (words.has(word)) return word
  return [...phrases].find((phrase) => line.includes(phrase))
}

/** What was said since this was asked last that nobody may say. */
export const takeLeaks = (): string[] => leaks.splice(0)

/** Another test's secrets are no longer looked for. */
export function forgetSecrets(): void {
  leaks.length = 0
  words.clear()
  phrases.clear()
}

/** Looks for it in every line from now on. What is no text, or too short to be told from any other word, is left out. */
export function noteSecret(value: unknown): void {
  if (typeof value !== 'string' || value.length < SHORTEST || value.length > LONGEST || isId(value)) return
  if (!/^[\w-]+$/.test(value)) {
    if (phrases.size < MOST_PHRASES && value.trim().length >= SHORTEST) phrases.add(value)
  } else if (/\d/.test(value) && words.size < MOST_WORDS) words.add(value)
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
    if (isSecret(name, value)) for (const one of Array.isArray(value) ? value : [value]) noteSecret(one)
    noteFields(value, isSecret, depth + 1)
  }
}
