import type { DepositTo } from '../../../../domain/payments/deposit-to.ts'
import type { PaymentType } from '../../../../domain/payments/payment-status.ts'
import { depositKey } from '../connection.ts'
import type { Connection } from '../port.ts'
import type { LawPayAccount } from './answer-shapes.ts'

/** An account of the firm that takes one type of payment. */
export interface FirmAccount {
  readonly id: string
  readonly name: string
  readonly type: Extract<PaymentType, 'credit_card' | 'e_check'>
  readonly currency: string
  /** Holds clients' money, which must never be mixed with the firm's own. */
  readonly trust: boolean
  readonly publicKey: string
  readonly secretKey: string
}

const typeOf = ({ type }: LawPayAccount): FirmAccount['type'] =>
  /ach/i.test(type) ? 'e_check' : 'credit_card'

export const firmAccountOf = (account: LawPayAccount): FirmAccount => ({
  id: account.id,
  name: account.name,
  type: typeOf(account),
  currency: account.currency,
  trust: account.trust_account,
  publicKey: account.public_key,
  secretKey: account.secret_key,
})

/** Returns all accounts of a connection. */
export const accountsOf = ({ credentials }: Connection): FirmAccount[] =>
  JSON.parse(credentials?.keys?.accounts ?? '[]') as FirmAccount[]

/**
 * Returns the account that takes a type of payment: the one that the firm chose, otherwise its first one in that currency. An
 * operating account never takes money for a trust account, nor the other way around; null where there is none.
 */
export function accountFor(
  connection: Connection,
  to: DepositTo,
  type: PaymentType,
  currency: string,
): FirmAccount | null {
  const able = accountsOf(connection).filter(
    (account) => depositOf(account) === to && account.type === type && account.currency === currency,
  )
  const chosen = connection.depositChoices?.[depositKey(to, type)]
  return able.find(({ id }) => id === chosen) ?? able[0] ?? null
}

export const depositOf = ({ trust }: FirmAccount): DepositTo => (trust ? 'trust' : 'operating')

/** The firm's operating account, whose keys make the calls that name no account: a trust account's are for clients' money. */
const operatingAccountOf = (connection: Connection): FirmAccount | undefined =>
  accountsOf(connection).find(({ trust }) => !trust)

/** Secret key of the firm's calls that concern no account. */
export const firmKeyOf = (connection: Connection): string => operatingAccountOf(connection)?.secretKey ?? ''

export const publicKeyOf = (connection: Connection): string => operatingAccountOf(connection)?.publicKey ?? ''
