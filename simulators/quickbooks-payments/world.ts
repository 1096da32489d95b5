import { randomBytes, randomUUID } from 'node:crypto'

export const newId = (): string => randomBytes(10).toString('hex')

/** A card or a bank account, as typed in the browser. Numbers stay in this process. */
export interface Instrument {
  readonly type: 'card' | 'bank'
  readonly number: string
  readonly cvc: string
  readonly expMonth: string
  readonly expYear: string
  readonly name: string
}

export interface Stored extends Instrument {
  readonly id: string
  readonly realmId: string
  readonly customerId: string
}

export interface Refund {
  readonly id: string
  readonly created: string
  readonly status: 'ISSUED'
  readonly amountCents: number
  readonly description: string
}

export interface Transaction {
  readonly id: string
  readonly kind: 'charge' | 'echeck'
  readonly realmId: string
  readonly requestId: string
  readonly instrument: Instrument
  readonly amountCents: number
  readonly currency: string
  readonly description: string
  readonly createdMs: number
  status: string
  readonly refunds: Refund[]
}

/** An answer that was given to a Request-Id. */
export interface Answered {
  readonly body: string
  readonly status: number
  readonly json: object
}

const DAY_MS = 86_400_000
/** Three days until a bank has answered. */
const CLEARS_AFTER_MS = 3 * DAY_MS

/** Everything that the simulated QuickBooks Payments knows, of all companies. */
export class PaymentsWorld {
  readonly tokens = new Map<string, Instrument>()
  readonly stored = new Map<string, Stored>()
  readonly transactions = new Map<string, Transaction>()
  /** By company and Request-Id. */
  readonly answers = new Map<string, Answered>()
  readonly now: () => number
  readonly #settlesAfterMs: number

  /** `settlesAfterMs`: time after which a charge is settled, so that it can't be canceled by its request any more. */
  constructor(now: () => number, settlesAfterMs: number) {
    this.now = now
    this.#settlesAfterMs = settlesAfterMs
  }

  addToken(instrument: Instrument): string {
    const token = randomUUID().replaceAll('-', '')
    this.tokens.set(token, instrument)
    return token
  }

  /** Lets banks pay or return what is due, and settles charges. */
  settleDue(): void {
    for (const one of this.transactions.values()) {
      const age = this.now() - one.createdMs
      if (one.kind === 'charge' && one.status === 'CAPTURED' && age >= this.#settlesAfterMs)
        one.status = 'SETTLED'
      if (one.kind === 'echeck' && one.status === 'PENDING' && age >= CLEARS_AFTER_MS)
        one.status = one.instrument.number.endsWith('1113') ? 'DECLINED' : 'SUCCEEDED'
    }
  }

  find(realmId: string, kind: Transaction['kind'], id: string): Transaction | undefined {
    const found = this.transactions.get(id)
    return found?.realmId === realmId && found.kind === kind ? found : undefined
  }
}

export const refundedCents = ({ refunds }: Transaction): number =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

const decimal = (cents: number): string => (cents / 100).toFixed(2) // not money: a simulator's text

const masked = (number: string): string => `${'x'.repeat(Math.max(0, number.length - 4))}${number.slice(-4)}`

const typeOf = (number: string): string =>
  number.startsWith('5') ? 'MC' : number.startsWith('3') ? 'AMEX' : 'VISA'

export const showRefund = ({ id, created, status, amountCents, description }: Refund) => ({
  id,
  created,
  status,
  amount: decimal(amountCents),
  description,
})

export const showStored = ({ id, type, number, expMonth, expYear, name }: Stored) =>
  type === 'card'
    ? { id, number: masked(number), cardType: typeOf(number), expMonth, expYear, name }
    : { id, accountNumber: masked(number), name }

export function show(one: Transaction): object {
  const { instrument } = one
  const refundDetail = one.refunds.map(showRefund)
  const common = {
    id: one.id,
    created: new Date(one.createdMs).toISOString(),
    status: refundedCents(one) >= one.amountCents ? 'REFUNDED' : one.status,
    amount: decimal(one.amountCents),
    description: one.description,
    ...(refundDetail.length > 0 && { refundDetail }),
  }
  if (one.kind === 'echeck')
    return { ...common, paymentMode: 'WEB', bankAccount: { accountNumber: masked(instrument.number) } }
  return {
    ...common,
    currency: one.currency,
    capture: true,
    authCode: '123456',
    card: {
      number: masked(instrument.number),
      cardType: typeOf(instrument.number),
      expMonth: instrument.expMonth,
      expYear: instrument.expYear,
      name: instrument.name,
    },
  }
}
