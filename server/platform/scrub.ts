import { sha256 } from './ids.ts'

/** Names whose values never reach a log. */
const SECRET_NAME = /authorization|token|password|passwd|secret|code|card|number|cvc|cookie|signature/i
/** Names that look like one of them, and hold nothing that anybody could use. */
const HARMLESS_NAME = /^(statusCode|errorCode|code_required)$/
const REDACTED = '[redacted]'
const DEEPEST = 5

/** What secrets look like wherever they stand, each with what takes its place. */
const SHAPES: readonly [RegExp, string | ((found: string, ...parts: string[]) => string)][] = [
  // Session tokens.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, REDACTED],
  [/\b(Bearer|JWT|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  // User and password in an address of a mail server or a database.
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${REDACTED}@`],
  // Links that let their holder in, and forms written out.
  [/\b(token|code|password|secret|cvc|key)(["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi, `$1$2${REDACTED}`],
  [/\b\d(?:[ -]?\d){11,18}\b/g, (found) => (isCardNumber(found) ? REDACTED : found)],
  // Who is who stays recognisable from line to line, without being told.
  [
    /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g,
    (found) => `[address ${sha256(found.toLowerCase()).toString('hex').slice(0, 12)}]`,
  ],
]

/** A value as a log may show it: secrets by their names and by their looks taken out, however deep they stand. */
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

/** Its detail is left out: there PostgreSQL repeats the row that it refused. */
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

/** Luhn's check tells a card from any other long number. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
