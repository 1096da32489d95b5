import { type QuickBooksSimulator, startQuickBooksSimulator } from '../../../simulators/quickbooks/index.ts'
import { refundedCents, type Transaction } from '../../../simulators/quickbooks-payments/world.ts'
import {
  agreeAtIntuit,
  GOOD_CARD,
  makeQuickBooksToken,
} from '../../../testing/processors/quickbooks-payments-company.ts'
import { openFaultyWire, type WireProtocol } from '../faulty-wire.ts'
import type { ChargeRecord, ConnectedProcessor, ProcessorRow } from '../processor-row.ts'

const CARDS = { good: GOOD_CARD, declined: '4000000000000002' } as const
/** Ending 1113 is returned by the bank. */
const ACCOUNTS = { good: '000123456789', declined: '000111111113' } as const
const WEEK_MS = 604_800_000

export const quickBooksPaymentsRow: ProcessorRow = {
  name: 'QuickBooks Payments',
  async start(now) {
    // A charge that is settled can't be canceled any more, and staff look it up: no fault lasts as long.
    const intuit = await startQuickBooksSimulator({ now, settlesAfterMs: WEEK_MS })
    const wire = await openFaultyWire(intuit.origin, PROTOCOL)
    return {
      id: 'quickbooks_payments',
      env: {
        ...intuit.env,
        INTUIT_TOKEN_URL: `${wire.origin}/oauth2/v1/tokens/bearer`,
        INTUIT_PAYMENTS_URL: wire.origin,
      },
      faults: wire.faults,
      namesAmounts: true,
      async connect({ ask, remoteId }) {
        await ask('finish', await agreeAtIntuit(String((await ask('start')).url)))
        return connected(intuit, await remoteId())
      },
      violations: () => intuit.violations,
      async close() {
        await wire.close()
        await intuit.close()
      },
    }
  },
}

const PROTOCOL: WireProtocol = {
  writeOf(method, path, body) {
    if (method !== 'POST') return null
    if (path === '/oauth2/v1/tokens/bearer')
      return body.includes('grant_type=authorization_code') ? 'connect' : null
    if (/\/payments\/(charges|echecks)$/.test(path)) return 'create'
    return path.endsWith('/refunds') ? 'refund' : null
  },
  limited: { errors: [{ code: 'PMT-6000', type: 'system_error', message: 'Too many requests.' }] },
  failure: { errors: [{ code: 'PMT-6000', type: 'system_error', message: 'Try again later.' }] },
  alter: alterAnswer,
}

function alterAnswer(answer: unknown, what: 'amount' | 'currency'): unknown {
  if (Array.isArray(answer)) return answer.map((one) => alterAnswer(one, what))
  if (answer === null || typeof answer !== 'object') return answer
  const changed = Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, alterAnswer(value, what)]),
  )
  if (typeof changed.amount !== 'string') return changed
  // Refunds name no currency, so their amount is wrong instead.
  return what === 'currency' && 'currency' in changed
    ? { ...changed, currency: 'EUR' }
    : { ...changed, amount: `1${changed.amount}` }
}

const connected = (intuit: QuickBooksSimulator, realmId: string): ConnectedProcessor => ({
  fill: async (type, outcome) => ({
    option: type === 'e_check' ? 'quickbooks_payments-e-check' : 'quickbooks_payments-card',
    values: {
      charge_token: await makeQuickBooksToken(
        intuit.origin,
        type === 'e_check' ? { accountNumber: ACCOUNTS[outcome] } : { number: CARDS[outcome] },
      ),
    },
  }),
  readBooks: async () => intuit.payments.transactionsOf(realmId).map(recordOf),
  desk: {
    async refund(ref, minor) {
      intuit.payments.refundInQuickBooks(ref, Number(minor))
    },
  },
})

const OUR_ID = /\S{36}$/

function recordOf(one: Transaction): ChargeRecord {
  const status = statusOf(one)
  const taken = status === 'confirmed' || status === 'refunded'
  return {
    ref: one.kind === 'echeck' ? `echeck-${one.id}` : one.id,
    ourId: OUR_ID.exec(one.description)?.[0] ?? null,
    status,
    currency: one.currency,
    captured: taken ? BigInt(one.amountCents) : 0n,
    refunded: BigInt(refundedCents(one)),
    refunds: one.refunds.map(({ id, description, amountCents }) => ({
      ref: id,
      ourId: OUR_ID.exec(description)?.[0] ?? null,
      amount: BigInt(amountCents),
    })),
  }
}

function statusOf(one: Transaction): string {
  if (['DECLINED', 'CANCELLED', 'VOIDED'].includes(one.status)) return 'rejected'
  if (refundedCents(one) >= one.amountCents) return 'refunded'
  return one.status === 'PENDING' ? 'waiting' : 'confirmed'
}
