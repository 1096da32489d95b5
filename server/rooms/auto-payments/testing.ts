import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Tenant, TestApp } from '../../../testing/test-app.ts'
import type { Actor, Ctx, UnitOfWork } from '../../platform/context.ts'
import { updateSettings } from '../accounts/testing.ts'
import { aCustomer } from '../customers/testing.ts'
import {
  anOpenInvoice,
  type CARDS,
  cardForm,
  createSandboxApp,
  expectSoundBooks,
  type OpenInvoice,
  pay,
  portalOf,
  runDueSchedules,
} from '../payments/testing.ts'
import { autoPaymentsSchedules } from './jobs.ts'

/** A customer who agreed to automatic payments with a card while paying an invoice of 10.00. */
export interface Enrolled {
  readonly customer: OpenInvoice['customer']
  /** Their portal session. */
  readonly payer: Actor
  readonly uow: UnitOfWork
}

export interface AutoPaymentsFixture {
  readonly test: TestApp
  readonly clock: TestApp['clock']
  readonly tenant: Tenant
  newTenant(timezone: string): Promise<Tenant>
  customer(): Promise<OpenInvoice['customer']>
  /** Enrolls a new customer unless one is given. */
  enroll(card?: (typeof CARDS)[keyof typeof CARDS], given?: OpenInvoice['customer']): Promise<Enrolled>
  /** Issues an invoice of a customer now. */
  invoice(customer: OpenInvoice['customer'], total: string, dueDate: string): Promise<string>
}

/** Noon in New York, in winter. */
const START = '2026-11-20T17:00:00Z'

/** Sets up a test file. Each test gets its own tenant, whose books must be sound afterwards. */
export function autoPaymentsFixture(): AutoPaymentsFixture {
  let test: TestApp
  let tenant: Tenant
  beforeAll(async () => {
    test = await createSandboxApp()
  })
  beforeEach(async () => {
    test.clock.set(START)
    tenant = await switchedOn(await test.tenant())
  })
  afterEach(() => expectSoundBooks(tenant))
  afterAll(() => test.close())
  const invoice = async (customer: OpenInvoice['customer'], total: string, dueDate: string) =>
    (await tenant.run((ctx) => anOpenInvoice(ctx, total, customer, dueDate))).invoiceId
  const aPayer = () => tenant.run((ctx) => aCustomer(ctx, { email: 'payer@example.test' }))
  return {
    get test() {
      return test
    },
    get clock() {
      return test.clock
    },
    get tenant() {
      return tenant
    },
    newTenant: async (timezone) => {
      tenant = await switchedOn(await test.tenant({ timezone }))
      return tenant
    },
    invoice,
    customer: aPayer,
    async enroll(card, given) {
      const customer = given ?? (await aPayer())
      const first = await invoice(customer, '10.00', '2026-12-02')
      const payer = portalOf(test.app, customer.id)
      const uow = tenant.uow(payer)
      await pay(uow, first, cardForm('10.00', { ...(card && { number: card }), enable_auto_payments: true }))
      return { customer, payer, uow }
    },
  }
}

/** Automatic payments need an account that is on. */
async function switchedOn(tenant: Tenant): Promise<Tenant> {
  await tenant.run((ctx) => updateSettings(ctx, { system_enabled: true }))
  return tenant
}

/** Runs everything that is due now: payments first, then automatic payments. */
export async function runDue(tenant: Pick<Tenant, 'run' | 'uow'>): Promise<void> {
  await runDueSchedules(tenant)
  const uow = tenant.uow({ kind: 'system', job: 'test' })
  for (const one of autoPaymentsSchedules) await one.run(uow)
}

export interface MailSeen {
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Emails about automatic payments, or of another kind, oldest first. */
export const mailsOf = (tenant: Pick<Tenant, 'run'>, kind = 'auto-payments.%'): Promise<MailSeen[]> =>
  tenant.run(async (ctx: Ctx) => {
    const found = await sql<MailSeen>`
      select kind, to_address as "to", subject, text_body as text from mail_messages
      where account_id = ${ctx.accountId} and kind like ${kind} order by created_at, id`.execute(ctx.db)
    return found.rows
  })

/** The automatic payments, oldest first. */
export const autoPaymentsOf = (tenant: Pick<Tenant, 'run'>): Promise<{ status: string; amount: string }[]> =>
  tenant.run(async (ctx: Ctx) => {
    const found = await sql<{ status: string; amount: string }>`
      select status, amount_minor::text as amount from payments
      where account_id = ${ctx.accountId} and channel = 'auto' order by created_at, id`.execute(ctx.db)
    return found.rows
  })
