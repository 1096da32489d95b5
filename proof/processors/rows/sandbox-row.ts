import { sql } from 'kysely'
import type { PaymentProcessor } from '../../../server/gateways/payments/port.ts'
import { createSandbox, sandboxDashboard } from '../../../server/gateways/payments/sandbox/index.ts'
import { signedRequest } from '../../../server/gateways/payments/sandbox/webhook.ts'
import { webhookSecrets } from '../../../server/platform/auth/webhook-secrets.ts'
import { CARDS, cardForm, eCheckForm } from '../../../server/rooms/payments/testing.ts'
import { callApi } from '../../../testing/call-api.ts'
import type { HttpCompany } from '../../../testing/http-company.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import type { FaultControl } from '../fault-control.ts'
import { createFaultyPort } from '../faulty-port.ts'
import type { ChargeRecord, ConnectedProcessor, ProcessorEvents, ProcessorRow } from '../processor-row.ts'

/** Switches of a Sandbox that runs inside the product. */
interface Inside {
  faults?: FaultControl
  adapter?: PaymentProcessor
  isHeld: boolean
}

export const sandboxRow: ProcessorRow = {
  name: 'Sandbox',
  async start() {
    const inside: Inside = { isHeld: false }
    return {
      id: 'sandbox',
      env: {},
      createProcessors: (app) => {
        inside.adapter = createSandbox(app)
        const faulty = createFaultyPort(inside.adapter, () => inside.isHeld)
        inside.faults = faulty.faults
        return [faulty.processor]
      },
      get faults() {
        return inside.faults!
      },
      namesAmounts: true,
      connect: async ({ inside: product }) => connect(product!.test, product!.company, inside),
      violations: () => [],
      close: async () => {},
    }
  },
}

function connect(test: TestServer, company: HttpCompany, inside: Inside): ConnectedProcessor {
  const dashboard = sandboxDashboard(test.app, company.accountId)
  return {
    fill: async (type, outcome) => ({
      option: type === 'credit_card' ? 'sandbox-card' : 'sandbox-e-check',
      values: type === 'credit_card' ? cardOf(test, outcome) : eCheckForm(''),
    }),
    async approveOrder(ref) {
      await dashboard.approveOrder(ref)
    },
    readBooks: () => readBooks(company),
    desk: {
      async refund(ref, minor) {
        const ourId = `desk-${ref}-${minor}-${test.clock.wallNow()}`
        const [charge] = (await readBooks(company)).filter((one) => one.ref === ref)
        const amount = { minor, currency: charge!.currency }
        const request = { ourId, paymentRef: ref, amount, reason: '' }
        const outcome = await inside.adapter!.refund({ accountId: company.accountId }, request, ourId)
        if (!outcome.ok) throw new Error(`not refunded: ${JSON.stringify(outcome.error)}`)
        // A refund of the business's own has no id of ours.
        await company.run((ctx) =>
          sql`update sandbox_refunds set our_id = ref where account_id = ${ctx.accountId} and our_id = ${ourId}`.execute(
            ctx.db,
          ),
        )
        await company.run((ctx) =>
          sql`insert into sandbox_events (account_id, id, kind, charge_ref, created_at)
            values (${ctx.accountId}, ${`sbe_${ourId}`}, 'charge.refunded', ${ref}, ${new Date(ctx.now)})`.execute(
            ctx.db,
          ),
        )
      },
      async dispute(ref) {
        await dashboard.simulateEvent(ref, 'dispute')
      },
    },
    events: eventsOf(test, company, inside),
  }
}

/** A card that expires two years after the test's clock, which passes days. */
const cardOf = ({ clock }: TestServer, outcome: 'good' | 'declined') =>
  cardForm('', {
    number: CARDS[outcome],
    expiration_year: String(new Date(clock.wallNow()).getUTCFullYear() + 2),
  })

const readBooks = (company: HttpCompany): Promise<ChargeRecord[]> =>
  company.run(async (ctx) => {
    const charges = await ctx.db
      .selectFrom('sandbox_charges')
      .selectAll()
      .where('account_id', '=', ctx.accountId)
      .orderBy('created_at')
      .execute()
    const refunds = await ctx.db
      .selectFrom('sandbox_refunds')
      .selectAll()
      .where('account_id', '=', ctx.accountId)
      .execute()
    return charges.map((charge) => ({
      ref: charge.ref,
      ourId: charge.our_id,
      status: charge.status,
      currency: charge.currency,
      captured: charge.status === 'rejected' ? 0n : charge.captured_minor,
      refunded: charge.refunded_minor,
      refunds: refunds
        .filter(({ charge_ref }) => charge_ref === charge.ref)
        .map(({ ref, our_id, amount_minor }) => ({ ref, ourId: our_id, amount: amount_minor })),
    }))
  })

/** The Sandbox hands its webhooks to the product when the product asks; held ones are read from its table. */
function eventsOf(test: TestServer, company: HttpCompany, inside: Inside): ProcessorEvents {
  const { accountId } = company
  const [secret] = webhookSecrets(test.app.config, 'sandbox', accountId)
  return {
    tooOldSeconds: 302,
    hold() {
      inside.isHeld = true
    },
    async held() {
      const found = await company.run((ctx) =>
        ctx.db
          .selectFrom('sandbox_events')
          .selectAll()
          .where('account_id', '=', accountId)
          .where('delivered_at', 'is', null)
          .orderBy('created_at')
          .orderBy('id')
          .execute(),
      )
      return found.map(({ id, kind, charge_ref: chargeRef }) => ({
        id,
        chargeRef,
        async send({ ageSeconds = 0, forged = false } = {}) {
          const signed = forged ? 'of nobody' : secret!
          const at = test.clock.wallNow() - ageSeconds * 1000
          const { headers, body } = signedRequest({ id, kind, chargeRef, accountId }, signed, at)
          const path = `/api/webhooks/sandbox/${accountId}/`
          const file = { type: 'application/json', bytes: body }
          return (await callApi(test.server, { method: 'POST', path, headers: { ...headers }, file })).status
        },
      }))
    },
    async release() {
      inside.isHeld = false
    },
  }
}
