import type { Charge, Firm, Instrument, Refund } from './world.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

const methodOf = ({ id, type, number, expMonth, expYear }: Instrument) => ({
  id,
  type,
  number: `${'*'.repeat(Math.max(0, number.length - 4))}${number.slice(-4)}`,
  ...(type === 'card' && { card_type: number.startsWith('5') ? 'MASTERCARD' : 'VISA' }),
  ...(expMonth !== null && { exp_month: expMonth, exp_year: expYear }),
})

export const showRefund = (charge: Charge, refund: Refund) => ({
  id: refund.id,
  type: 'REFUND',
  status: refund.status,
  amount: refund.amount,
  currency: 'USD',
  reference: refund.reference,
  charge_id: charge.id,
  created: iso(refund.createdMs),
})

export const showCharge = (charge: Charge) => ({
  id: charge.id,
  type: 'CHARGE',
  status: charge.status,
  amount: charge.amount,
  amount_refunded: refundedOf(charge),
  currency: 'USD',
  auto_capture: charge.autoCapture,
  captured: charge.captured,
  account_id: charge.accountId,
  reference: charge.reference,
  method: methodOf(charge.instrument),
  failure_code: charge.failureCode,
  data: charge.data,
  refunds: charge.refunds.map((refund) => showRefund(charge, refund)),
  created: iso(charge.createdMs),
  modified: iso(charge.modifiedMs),
})

/** Cents that were refunded, or are about to be. */
export const refundedOf = ({ refunds }: Charge): number =>
  refunds
    .filter(({ status }) => status !== 'FAILED' && status !== 'VOIDED')
    .reduce((sum, { amount }) => sum + amount, 0)

export const showMerchant = ({ id, name, eventUrls }: Firm) => ({
  id,
  name,
  test_events_urls: eventUrls,
  live_events_urls: [],
})

export const showCredentials = (firm: Firm) => ({
  merchant: { id: firm.id, name: firm.name },
  test_accounts: firm.accounts.map((account) => ({
    ...account,
    public_key: firm.publicKey,
    secret_key: firm.secretKey,
  })),
  live_accounts: [],
})
