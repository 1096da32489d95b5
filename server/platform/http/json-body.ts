import { msg } from '../../../domain/languages/msg.ts'
import { refuse, refuseFields } from '../refusal.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Accepted charset names for JSON. ASCII is a subset of UTF-8. */
const CHARSETS = ['utf-8', 'utf8', 'us-ascii']

/**
 * Reads a JSON body strictly: refuses other charsets, and refuses invalid UTF-8 instead of putting
 * replacement characters into somebody's invoice. Throws unsupported_media_type or invalid_input.
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

/** Matches a string or a structural character of JSON. Other tokens don't matter here. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs

/**
 * Refuses an object with a repeated field name, because parsers disagree on which one counts. Takes only
 * valid JSON: in other text an unclosed string would make the pattern quadratic.
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
  if (names?.has(name)) throw refuseFields({ [name]: [msg('This field is given twice.')] })
  names?.add(name)
}
