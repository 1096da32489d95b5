/** Records that the palette creates for a customer who is typed after them. */
export type RequestedAction = 'invoice' | 'payment'

export interface PaletteRequest {
  readonly action: RequestedAction
  /** Text that names the customer; empty while it is not typed. */
  readonly customer: string
}

const VERBS = new Set(
  'new create add make write draft start record enter log register take receive received post book'.split(
    ' ',
  ),
)
const ARTICLES = new Set(['a', 'an', 'the', 'another'])
const NOUNS: Readonly<Record<string, RequestedAction>> = {
  invoice: 'invoice',
  invoices: 'invoice',
  bill: 'invoice',
  payment: 'payment',
  payments: 'payment',
  check: 'payment',
  cheque: 'payment',
  cash: 'payment',
}
const LINKS = new Set(['for', 'to', 'from', 'by', 'of'])

/**
 * Reads 'new invoice for Harbor', 'invoice Harbor' or 'record a payment from Harbor': the first words name the action, the rest
 * the customer. Null for a text that begins otherwise, or that names a record and nobody.
 */
export function readRequest(text: string): PaletteRequest | null {
  const words = text.trim().split(/\s+/)
  const skip = (those: ReadonlySet<string>): boolean => {
    const skips = those.has(words[0]?.toLowerCase() ?? '')
    if (skips) words.shift()
    return skips
  }
  const hasVerb = skip(VERBS)
  skip(ARTICLES)
  const action = NOUNS[words.shift()?.toLowerCase() ?? '']
  if (action === undefined) return null
  const hasLink = skip(LINKS)
  const customer = words.join(' ')
  return customer !== '' || (hasVerb && hasLink) ? { action, customer } : null
}
