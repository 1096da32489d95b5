import { type PayTraceSimulator, startPayTraceSimulator } from '../../../simulators/paytrace/index.ts'
import { payTraceCard, payTraceKeys } from '../../../testing/processors/paytrace-company.ts'
import { openFaultyWire, type WireProtocol } from '../faulty-wire.ts'
import type { ChargeRecord, ConnectedProcessor, ProcessorRow } from '../processor-row.ts'

const CARDS = { good: '4242424242424242', declined: '4000000000000002' } as const
/** Ending 1113 is returned by the bank. */
const ACCOUNTS = { good: '000123456789', declined: '000111111113' } as const

export const payTraceRow: ProcessorRow = {
  name: 'PayTrace',
  async start(now) {
    // A sale that has not settled can't be refunded in part, which is no fault.
    const payTrace = await startPayTraceSimulator({ now, settlesAfterMs: 0 })
    const wire = await openFaultyWire(payTrace.origin, PROTOCOL)
    return {
      id: 'paytrace',
      env: { PAYTRACE_API_URL: wire.origin },
      faults: wire.faults,
      // Its exports name them, and are compared each day.
      namesAmounts: false,
      async connect({ ask }) {
        await ask('keys', { values: payTraceKeys(payTrace) })
        return connected(payTrace)
      },
      violations: () => payTrace.controls.violations,
      async close() {
        await wire.close()
        await payTrace.close()
      },
    }
  },
}

const PROTOCOL: WireProtocol = {
  writeOf(method, path) {
    if (method !== 'POST') return null
    if (path === '/oauth/token') return 'connect'
    if (/^\/v1\/(transactions|checks)\/sale\//.test(path)) return 'create'
    if (/^\/v1\/transactions\/authorization\/(keyed|by_customer)$/.test(path)) return 'create'
    if (path === '/v1/transactions/authorization/capture') return 'capture'
    return /^\/v1\/(transactions|checks)\/refund\//.test(path) ? 'refund' : null
  },
  limited: { success: false, status_message: 'Too many requests.' },
  failure: { success: false, status_message: 'Try again later.' },
  alter: (answer) => answer,
}

const connected = (payTrace: PayTraceSimulator): ConnectedProcessor => ({
  fill: async (type, outcome) =>
    type === 'credit_card'
      ? { option: 'paytrace-card', values: payTraceCard(payTrace, CARDS[outcome]) }
      : {
          option: 'paytrace-e-check',
          values: {
            account_holder: 'Pat Payer',
            routing_number: '110000000',
            account_number: ACCOUNTS[outcome],
          },
        },
  readBooks: async () => readBooks(payTrace),
  desk: {
    async refund(ref, minor) {
      const text = String(minor).padStart(3, '0')
      payTrace.controls.refundInTerminal(Number(ref), `${text.slice(0, -2)}.${text.slice(-2)}`)
    },
  },
})

const minorOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** Reads the simulator's own records, without the exports that the adapter reads. */
function readBooks({ controls }: PayTraceSimulator): ChargeRecord[] {
  const { cards, checks } = controls.records()
  const refundsOf = (sale: number) =>
    cards
      .filter(({ type, original }) => type === 'REFUND' && original === sale)
      .map(({ id, externalId, amount }) => ({
        ref: String(id),
        ourId: externalId || null,
        amount: minorOf(amount),
      }))
  return [
    ...cards
      .filter(({ type }) => type !== 'REFUND')
      .map((card): ChargeRecord => {
        const refunds = refundsOf(card.id)
        const [amount, refunded] = [minorOf(card.amount), refunds.reduce((sum, one) => sum + one.amount, 0n)]
        const taken = card.approved && !card.voided && card.capturedMs !== null
        return {
          ref: String(card.id),
          ourId: card.externalId,
          status: !taken
            ? card.approved && !card.voided
              ? 'preauth'
              : 'rejected'
            : refunded === amount
              ? 'refunded'
              : 'confirmed',
          currency: 'USD',
          captured: taken ? amount : 0n,
          refunded,
          refunds,
        }
      }),
    ...checks
      .filter(({ type }) => type === 'Sale')
      .map(
        ({ id, externalId, amount, status }): ChargeRecord => ({
          ref: `check-${id}`,
          ourId: externalId,
          status: status === 'SETTLED' ? 'confirmed' : status === 'RETURNED' ? 'rejected' : 'waiting',
          currency: 'USD',
          captured: status === 'SETTLED' ? minorOf(amount) : 0n,
          refunded: 0n,
          refunds: [],
        }),
      ),
  ]
}
