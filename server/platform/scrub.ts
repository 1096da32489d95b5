import { sha256 } from './ids.ts'

/** Names whose values are never logged. */
const SECRET_NAME = /authorization|token|password|passwd|secret|code|card|number|cvc|cookie|signature/i
/** Names that match SECRET_NAME and hold no secret. */
const HARMLESS_NAME = /^(statusCode|errorCode|code_required)$/
const REDACTED = '[redacted]'
const DEEPEST = 5

/** Patterns of secrets in any text, with their replacements. */
const SHAPES: readonly [RegExp, string | ((found: string, ...parts: string[]) => string)][] = [
  // Session tokens.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, REDACTED],
  [/\b(Bearer|JWT|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  // User and password in the URL of a mail server or a database.
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${REDACTED}@`],
  // Links that grant access, and URL-encoded forms.
  [/\b(token|code|password|secret|cvc|key)(["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi, `$1$2${REDACTED}`],
  [/\b\d(?:[ -]?\d){11,18}\b/g, (found) => (isCardNumber(found) ? REDACTED : found)],
  // Hashes an email address, so that lines about one person stay related.
  [
    /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g,
    (found) => `[address ${sha256(found.toLowerCase()).toString('hex').slice(0, 12)}]`,
  ],
]

/** Prepares a value for the log: redacts secrets by name and by pattern at any depth. */
export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) return '[deeper]'
  if (value instanceof Error) return scrubError(value, depth)
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.map((one) => scrub(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      isSecretName(name) && typeof one !== 'boolean' ? REDACTED : scrub(one, depth + 1),
    ]),
  )
}

const isSecretName = (name: string): boolean => SECRET_NAME.test(name) && !HARMLESS_NAME.test(name)

/** Leaves out the error's detail, in which PostgreSQL repeats the rejected row. */
function scrubError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error
  const { code } = error as { code?: unknown }
  return {
    name,
    message: scrubText(message),
    ...(typeof code === 'string' && /^[A-Z0-9_]{3,60}$/.test(code) && { code }),
    stack: scrubText(stack ?? ''),
    ...(cause !== undefined && { cause: scrub(cause, depth + 1) }),
  }
}

function scrubText(text: string): string {
  return SHAPES.reduce((left, [shape, instead]) => left.replace(shape, instead as string), text)
}

/** Luhn's checksum distinguishes a card number from other long numbers. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
