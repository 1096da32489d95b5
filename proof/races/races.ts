import { sql } from 'kysely'
import { expect } from 'vitest'
import { anOpenInvoice, cardForm, type OpenInvoice } from '../../server/rooms/payments/testing.ts'
import { removedWhileCharged } from './auto-payment-races.ts'
import { callAtOnce, editOf, expectOnly, MANY, type Reply, succeeded } from './concurrent-calls.ts'
import { creditFirstAndStaff, creditFirstTwice, creditOfTwoInvoices } from './credit-races.ts'
import { codes, confirmations, logins, refreshes, resets } from './login-races.ts'
import { savedMethods, usedCredit } from './own-affairs-races.ts'
import {
  installmentTwice,
  missedAndPaid,
  planAndEdit,
  planAndEverything,
  planAndWithdrawal,
  planChoices,
  planConfirmations,
  plansOfOneInvoice,
  reopenedPlan,
} from './payment-plan-races.ts'
import { lastPlace, movedLogin, removedFirstPerson } from './portal-login-races.ts'
import { imports, invitations, plannedAdmins, plannedInvoices } from './quota-races.ts'
import type { Servers } from './servers.ts'
import { jointLinkTwice, payAllAndEverything, payAllTwice } from './several-races.ts'

/** A set of concurrent calls with checks of all their responses. */
export interface Race {
  readonly name: string
  run(servers: Servers): Promise<void>
}

/** Attempts of one payer on an invoice per hour. */
const ATTEMPTS_PER_PAYER = 10

const anInvoice = ({ company, customer }: Servers): Promise<OpenInvoice> =>
  company.run((ctx) => anOpenInvoice(ctx, '100.00', customer))

const pay = (servers: Servers, invoice: OpenInvoice, token: string, form: object): Promise<Reply> =>
  servers.call('POST', `/api/invoices/${invoice.invoiceId}/payment-options/sandbox-card/`, {
    token,
    host: servers.company.host,
    body: form,
  })

const staff = (servers: Servers, method: string, path: string, body: object): Promise<Reply> =>
  servers.call(method, `/api/accounts/${servers.company.accountId}/${path}`, {
    token: servers.company.token,
    body,
  })

/** Counts the charges of an invoice and sums the captured and refunded amounts, in cents. */
const readMovements = (
  servers: Servers,
  invoice: OpenInvoice,
): Promise<{ charges: number; captured: number; refunded: number }> =>
  servers.company.run(async (ctx) => {
    const found = await sql<{ charges: number; captured: number; refunded: number }>`
      select count(*)::int as charges, coalesce(sum(c.captured_minor), 0)::int as captured, coalesce(sum(c.refunded_minor), 0)::int as refunded
      from sandbox_charges c join payment_allocations a on a.account_id = c.account_id and a.payment_id::text = c.our_id
      where c.account_id = ${ctx.accountId} and a.invoice_id = ${invoice.invoiceId} and c.captured_minor > 0`.execute(
      ctx.db,
    )
    return found.rows[0]!
  })

async function sameRequest(servers: Servers): Promise<void> {
  const invoice = await anInvoice(servers)
  const { payers } = servers
  const form = cardForm('60.00')
  const answers = await callAtOnce(MANY, (index) =>
    pay(servers, invoice, payers[index % payers.length]!, form),
  )
  expectOnly(answers, 200, 409)
  expect(new Set(succeeded(answers).map(({ body }) => body.id)).size, 'one request is one payment').toBe(1)
  for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('in_progress')
  expect(await readMovements(servers, invoice), 'charged once').toEqual({
    charges: 1,
    captured: 6000,
    refunded: 0,
  })
}

/** A repeated request succeeds, whatever the paid amount and the remaining attempts are. */
async function repeatedRequest(servers: Servers): Promise<void> {
  const invoice = await anInvoice(servers)
  const payer = await servers.company.portalSession(invoice)
  const form = cardForm('30.00')
  const first = await pay(servers, invoice, payer, form)
  expectOnly([first], 200)
  for (let attempt = 1; attempt < ATTEMPTS_PER_PAYER; attempt++)
    expectOnly([await pay(servers, invoice, payer, cardForm('1.00'))], 200)
  expectOnly([await pay(servers, invoice, payer, cardForm('30.00'))], 429)
  const answers = await callAtOnce(MANY, () => pay(servers, invoice, payer, form))
  expectOnly(answers, 200)
  expect(new Set(answers.map(({ body }) => body.id)), 'one request is one payment').toEqual(
    new Set([first.body.id]),
  )
  const captured = 3000 + (ATTEMPTS_PER_PAYER - 1) * 100
  expect(await readMovements(servers, invoice), 'charged once').toEqual({
    charges: ATTEMPTS_PER_PAYER,
    captured,
    refunded: 0,
  })
}

async function differentRequests(servers: Servers): Promise<void> {
  const invoice = await anInvoice(servers)
  const { payers } = servers
  const answers = await callAtOnce(MANY, (index) =>
    pay(servers, invoice, payers[index % payers.length]!, cardForm('30.00')),
  )
  expectOnly(answers, 200, 400, 409)
  expect(succeeded(answers), 'as many payments as the invoice allows').toHaveLength(3)
  expect(await readMovements(servers, invoice), 'charged no more than is owed').toEqual({
    charges: 3,
    captured: 9000,
    refunded: 0,
  })
}

/** All actions on a partly paid invoice at the same time. */
async function everythingAtOnce(servers: Servers): Promise<void> {
  const invoice = await anInvoice(servers)
  const [payer] = servers.payers
  const first = await pay(servers, invoice, payer!, cardForm('40.00'))
  expectOnly([first], 200)
  const path = `invoices/${invoice.invoiceId}/`
  const refund = (index: number) =>
    staff(servers, 'POST', `payments/${first.body.id}/refund/`, {
      total: '30.00',
      total_currency: 'USD',
      request_id: `refund-${first.body.id}-${index}`,
      reason: '',
    })
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => pay(servers, invoice, payer!, cardForm('30.00'))),
    ...Array.from({ length: 5 }, (_, index) => refund(index)),
    ...Array.from({ length: 3 }, () => staff(servers, 'POST', `${path}void/`, {})),
    ...Array.from({ length: 3 }, () => staff(servers, 'PATCH', path, editOf(invoice, '100.00'))),
    ...Array.from({ length: 2 }, () => staff(servers, 'POST', `${path}write-off/`, {})),
  ])
  expectOnly(answers, 200, 400, 409)
  expect(succeeded(answers.slice(8, 13)).length, 'refunded once').toBeLessThanOrEqual(1)
  const { captured, refunded } = await readMovements(servers, invoice)
  expect(refunded, 'refunded no more than was captured').toBeLessThanOrEqual(4000)
  expect(captured - refunded, 'charged no more than is owed').toBeLessThanOrEqual(10_000)
}

/** A write-off is undone once, and what is owed again is paid once. */
async function undoWriteOffAndPay(servers: Servers): Promise<void> {
  const invoice = await anInvoice(servers)
  const [payer] = servers.payers
  expectOnly([await pay(servers, invoice, payer!, cardForm('40.00'))], 200)
  const path = `invoices/${invoice.invoiceId}/`
  expectOnly([await staff(servers, 'POST', `${path}write-off/`, {})], 200)
  const undos = callAtOnce(10, () => staff(servers, 'POST', `${path}undo-write-off/`, {}))
  const payments = await callAtOnce(6, () => pay(servers, invoice, payer!, cardForm('60.00')))
  expectOnly([...payments, ...(await undos)], 200, 400, 409)
  expect(succeeded(await undos), 'undone once').toHaveLength(1)
  const { captured } = await readMovements(servers, invoice)
  expect(captured, 'charged no more than is owed').toBeLessThanOrEqual(10_000)
  expectOnly([await staff(servers, 'POST', `${path}undo-write-off/`, {})], 409)
}

/** All actions on an unpaid invoice. A voided invoice has no payment, and a paid invoice is not voided. */
async function payOrVoid(servers: Servers): Promise<void> {
  const invoice = await anInvoice(servers)
  const [payer] = servers.payers
  const path = `invoices/${invoice.invoiceId}/`
  const voids = callAtOnce(4, () => staff(servers, 'POST', `${path}void/`, {}))
  const edits = callAtOnce(4, () => staff(servers, 'PATCH', path, editOf(invoice, '100.00')))
  const payments = await callAtOnce(8, () => pay(servers, invoice, payer!, cardForm('60.00')))
  const answers = [...payments, ...(await voids), ...(await edits)]
  // A void invoice is hidden from its payer.
  expectOnly(answers, 200, 400, 404, 409)
  expect(succeeded(await edits).length, 'one revision is changed once').toBeLessThanOrEqual(1)
  const voided = succeeded(await voids).length
  const { charges } = await readMovements(servers, invoice)
  expect([charges, Math.min(voided, 1)], 'paid or void').toSatisfy(
    ([paid, gone]: number[]) => paid! + gone! <= 1,
  )
  expect(charges, 'charged as often as reported').toBe(succeeded(payments).length)
}

/** All races. A new race is added here. */
export const RACES: readonly Race[] = [
  { name: 'fifty calls with one request id', run: sameRequest },
  { name: 'fifty repeats of a payment whose payer has no attempts left', run: repeatedRequest },
  { name: 'fifty payments of one invoice', run: differentRequests },
  { name: 'pay, refund, void, edit and write off a part-paid invoice', run: everythingAtOnce },
  { name: 'undo a write-off and pay the invoice', run: undoWriteOffAndPay },
  { name: 'pay, void and edit an invoice', run: payOrVoid },
  { name: 'fifty requests to save one card', run: savedMethods },
  { name: 'a stored method is removed while it is charged automatically', run: removedWhileCharged },
  { name: 'fifty uses of one credit memo', run: usedCredit },
  { name: 'fifty confirmations of a payment plan', run: planConfirmations },
  { name: 'confirm, cancel, void, edit and pay a payment plan', run: planAndEverything },
  { name: 'confirm a payment plan and edit its invoice', run: planAndEdit },
  { name: 'confirm, change and withdraw a payment plan', run: planAndWithdrawal },
  { name: 'plans of one invoice chosen and proposed at once', run: planChoices },
  { name: 'plans of the same invoices', run: plansOfOneInvoice },
  { name: 'one installment paid by everybody', run: installmentTwice },
  { name: 'a missed installment is paid while its plan defaults', run: missedAndPaid },
  { name: 'a plan is opened again while another is proposed', run: reopenedPlan },
  { name: 'all invoices paid at once by everybody', run: payAllTwice },
  { name: 'pay all, pay one, void, refund and use credit', run: payAllAndEverything },
  { name: 'a pay link for several invoices is paid by everybody', run: jointLinkTwice },
  { name: 'credit first, and credit alone, by everybody', run: creditFirstTwice },
  { name: 'credit first for either of two invoices', run: creditOfTwoInvoices },
  { name: 'credit first while staff use and void the credit memo', run: creditFirstAndStaff },
  { name: 'twelve invitations where one place is left', run: lastPlace },
  { name: 'a login moves twice while its links are opened', run: movedLogin },
  { name: 'a first person invites while their login ends', run: removedFirstPerson },
  { name: 'fifty refreshes of one token', run: refreshes },
  { name: 'fifty wrong passwords', run: logins },
  { name: 'fifty uses of one code of an authenticator app', run: codes },
  { name: 'fifty new passwords by one link', run: resets },
  { name: 'fifty confirmations of an address by one link', run: confirmations },
  { name: 'fifty invitations into a team with one place left', run: invitations },
  { name: 'fifty admins invited where the plan allows one more', run: plannedAdmins },
  { name: 'fifty invoices where the plan allows one more', run: plannedInvoices },
  { name: 'fifty files with space for one and a limit of twenty per hour', run: imports },
]
