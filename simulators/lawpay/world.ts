import { randomBytes } from 'node:crypto'

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export interface Account {
  readonly id: string
  readonly name: string
  readonly type: 'MERCHANT_ACCOUNT' | 'ACH_ACCOUNT'
  readonly currency: 'USD'
  readonly trust_account: boolean
}

export interface Firm {
  readonly id: string
  readonly name: string
  readonly publicKey: string
  readonly secretKey: string
  readonly accounts: readonly Account[]
  connected: boolean
  eventUrls: string[]
}

/** The card or bank account that hosted fields or a saved method stand for. */
export interface Instrument {
  readonly id: string
  readonly type: 'card' | 'bank'
  readonly number: string
  readonly expMonth: number | null
  readonly expYear: number | null
  readonly firmId: string
}

export interface Refund {
  readonly id: string
  status: Status
  readonly amount: number
  readonly reference: string
  readonly createdMs: number
}

export type Status = 'PENDING' | 'AUTHORIZED' | 'COMPLETED' | 'VOIDED' | 'FAILED'

export interface Charge {
  readonly id: string
  readonly firmId: string
  readonly accountId: string
  readonly instrument: Instrument
  status: Status
  amount: number
  captured: boolean
  readonly autoCapture: boolean
  readonly reference: string
  readonly data: Readonly<Record<string, string>>
  failureCode: string | null
  readonly createdMs: number
  modifiedMs: number
  readonly refunds: Refund[]
  /** When the bank pays; null for a card. */
  readonly clearsAtMs: number | null
}

export interface LawPayEvent {
  readonly id: string
  readonly firmId: string
  readonly type: string
  readonly objectId: string
  readonly createdMs: number
}

/** Everything that the simulated LawPay knows. */
export class World {
  readonly clientId = newId('client')
  readonly clientSecret = newId('secret')
  readonly firms = new Map<string, Firm>()
  readonly tokens = new Map<string, Instrument>()
  readonly saved = new Map<string, Instrument>()
  readonly charges = new Map<string, Charge>()
  readonly events = new Map<string, LawPayEvent>()
  readonly codes = new Map<string, { firmId: string; redirectUri: string }>()
  readonly accessTokens = new Map<string, string>()
  readonly tenantTokens = new Set<string>()
  origin = ''
  /** Receives each new event. */
  onEvent: (event: LawPayEvent, urls: readonly string[]) => void = () => {}

  readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  addFirm(name: string, id = newId('merchant')): Firm {
    const account = (kind: Account['type'], of: string, trust: boolean): Account => ({
      id: newId('acct'),
      name: of,
      type: kind,
      currency: 'USD',
      trust_account: trust,
    })
    const firm: Firm = {
      id,
      name,
      publicKey: newId('m_pub'),
      secretKey: newId('m_sec'),
      accounts: [
        account('MERCHANT_ACCOUNT', 'Trust – cards', true),
        account('MERCHANT_ACCOUNT', 'Operating – cards', false),
        account('MERCHANT_ACCOUNT', 'Second office – cards', false),
        account('ACH_ACCOUNT', 'Trust – eCheck', true),
        account('ACH_ACCOUNT', 'Operating – eCheck', false),
      ],
      connected: false,
      eventUrls: [],
    }
    this.firms.set(firm.id, firm)
    return firm
  }

  firmOfKey(secretKey: string): Firm | undefined {
    return [...this.firms.values()].find((firm) => firm.secretKey === secretKey && firm.connected)
  }

  emit(firm: Firm, type: string, objectId: string): void {
    const event = { id: newId('evt'), firmId: firm.id, type, objectId, createdMs: this.now() }
    this.events.set(event.id, event)
    this.onEvent(event, firm.eventUrls)
  }

  change(
    charge: Charge,
    changes: Partial<Pick<Charge, 'status' | 'captured' | 'failureCode' | 'amount'>>,
    type: string,
  ): void {
    Object.assign(charge, changes, { modifiedMs: this.now() })
    this.emit(this.firms.get(charge.firmId)!, type, charge.id)
  }

  /** Lets banks pay or return what is due. */
  settleDue(): void {
    for (const charge of this.charges.values()) {
      if (charge.status !== 'AUTHORIZED' || charge.clearsAtMs === null || charge.clearsAtMs > this.now())
        continue
      if (charge.instrument.number.endsWith('1113'))
        this.change(charge, { status: 'FAILED', failureCode: 'ach_account_closed' }, 'transaction.failed')
      else this.change(charge, { status: 'COMPLETED', captured: true }, 'transaction.completed')
    }
    for (const charge of this.charges.values())
      for (const refund of charge.refunds)
        if (refund.status === 'PENDING' && charge.status === 'COMPLETED') {
          refund.status = 'COMPLETED'
          this.emit(this.firms.get(charge.firmId)!, 'transaction.completed', charge.id)
        }
  }
}
