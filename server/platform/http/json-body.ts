import { refuse, refuseFields } from '../refusal.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Names under which JSON in UTF-8 arrives. ASCII is a part of it. */
const CHARSETS = ['utf-8', 'utf8', 'us-ascii']

/**
 * Reads a JSON body. Nothing is guessed: another charset is refused, and bytes that are no UTF-8 are not replaced by
 * marks that somebody would find in their invoice. Throws unsupported_media_type, invalid_input.
 */
export function readJson(bytes: Buffer, contentType: string): unknown {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1]
  if (charset !== undefined && !CHARSETS.includes(charset.toLowerCase()))
    throw refuse('unsupported_media_type')
  const text = attempt(() => UTF8.decode(bytes), 'This request is not valid UTF-8 text.')
  const value = attempt((): unknown => JSON.parse(text), 'This request is not valid JSON.')
  checkNames(text)
  return value
}

function attempt<T>(read: () => T, otherwise: string): T {
  try {
    return read()
  } catch {
    throw refuse('invalid_input', otherwise)
  }
}

/** A string, or one of the marks that shape an object. Whatever else JSON has is of no interest here. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs

/**
 * Refuses an object that names a field twice, as parsers disagree on which of the two counts. Takes sound JSON only; in
 * anything else a string that never ends would cost far more than its length.
 */
function checkNames(json: string): void {
  const open: (Set<string> | null)[] = []
  let last = ''
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') checkName(open.at(-1), JSON.parse(last))
    last = token
  }
}

function checkName(names: Set<string> | null | undefined, name: string): void {
  if (name === '__proto__') throw refuseFields({ [name]: ['This field is not known.'] })
  if (names?.has(name)) throw refuseFields({ [name]: ['This field is given twice.'] })
  names?.add(name)
}
