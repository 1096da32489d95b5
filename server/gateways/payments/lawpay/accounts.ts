import type { PaymentType } from '../../../../domain/payments/payment-status.ts'
import type { Connection } from '../port.ts'
import type { LawPayAccount } from './answer-shapes.ts'

/** An account of the firm that takes one type of payment. */
export interface DepositAccount {
  readonly id: string
  readonly name: string
  readonly type: Extract<PaymentType, 'credit_card' | 'e_check'>
  readonly currency: string
  /** Holds clients' money, which must never be mixed with the firm's own. */
  readonly trust: boolean
  readonly publicKey: string
  readonly secretKey: string
}

const typeOf = ({ type }: LawPayAccount): DepositAccount['type'] =>
  /ach/i.test(type) ? 'e_check' : 'credit_card'

export const depositAccountOf = (account: LawPayAccount): DepositAccount => ({
  id: account.id,
  name: account.name,
  type: typeOf(account),
  currency: account.currency,
  trust: account.trust_account,
  publicKey: account.public_key,
  secretKey: account.secret_key,
})

/** Returns all accounts of a connection. */
export const accountsOf = ({ credentials }: Connection): DepositAccount[] =>
  JSON.parse(credentials?.keys?.accounts ?? '[]') as DepositAccount[]

/**
 * Returns the account that takes a type of payment: the firm's operating account in that currency. Money never goes to a trust
 * account by itself; null where there is no other.
 */
export const accountFor = (
  connection: Connection,
  type: PaymentType,
  currency: string,
): DepositAccount | null =>
  accountsOf(connection).find(
    (account) => !account.trust && account.type === type && account.currency === currency,
  ) ?? null

/** The firm's operating account, whose keys make the calls that name no account: a trust account's are for clients' money. */
const operatingAccountOf = (connection: Connection): DepositAccount | undefined =>
  accountsOf(connection).find(({ trust }) => !trust)

/** Secret key of the firm's calls that concern no account. */
export const firmKeyOf = (connection: Connection): string => operatingAccountOf(connection)?.secretKey ?? ''

export const publicKeyOf = (connection: Connection): string => operatingAccountOf(connection)?.publicKey ?? ''
