import { formatAmount } from '../../../../../domain/money/money.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { changedBy, checkKeptHere } from '../../../accounts/index.ts'
import { bookInvoiceChange, lockReceivables } from '../../../ledger/index.ts'
import { isUntouched, presentLine, type WrittenLine } from '../../rules.ts'
import { readWrittenLines } from '../../store/detail.ts'
import {
  type InvoiceRecord,
  type InvoiceText,
  keepRevision,
  lockInvoice,
  rewriteInvoice,
} from '../../store/invoices.ts'
import { lateFeesOf } from '../../store/late-fees.ts'
import { revokePayLinks } from '../../store/pay-links.ts'
import { isOnConfirmedPlan } from '../../store/plan-columns.ts'
import { type InvoiceReply, readInvoice } from '../read/read-invoice.ts'
import { readIssuer } from '../read/read-issuer.ts'
import { type DraftInput, readDraft } from './read-draft.ts'

const CHANGES = ['invoices.update', 'invoices.update-draft'] as const

/**
 * Updates an invoice: a draft freely, a sent one only while nothing is paid, credited or reserved. Keeps the
 * former revision of a sent one and books the difference. Refuses not_found, conflict when `revision` is
 * outdated, wrong_state, and invalid_input by field.
 */
export async function updateInvoice(
  ctx: Ctx,
  id: string,
  input: DraftInput & { readonly revision: number },
): Promise<InvoiceReply> {
  const before = await lockInvoice(ctx, id)
  if (!before) throw refuse('not_found')
  if (before.state === 'void' || before.state === 'written_off')
    throw refuse('wrong_state', 'This invoice is closed, so you can’t change it.')
  await checkKeptHere(ctx, 'Change this invoice')
  if (before.revision !== input.revision)
    throw refuse('conflict', await changedBy(ctx, 'this invoice', { objectId: id, actions: CHANGES }))
  if (before.state === 'open') await checkUntouched(ctx, id)
  const after = await readDraft(ctx, input, before)
  const number = input.number ?? before.number
  if (before.state === 'open') await changeIssued(ctx, before, after, number)
  if (!(await rewriteInvoice(ctx, id, after, number)))
    throw refuseFields({ number: ['This number is already used. Enter another one.'] })
  await audit(
    ctx,
    before.state === 'open' ? 'invoices.update' : 'invoices.update-draft',
    { type: 'invoice', id },
    {
      revision: before.revision,
      before_minor: before.total_minor.toString(),
      after_minor: (after.totals.totalMinor + before.fees_minor).toString(),
    },
  )
  await failpoint('edit.before_commit')
  return readInvoice(ctx, id)
}

async function checkUntouched(ctx: Ctx, id: string): Promise<void> {
  const [receivable] = await lockReceivables(ctx, [id])
  if (!receivable || !isUntouched(receivable))
    throw refuse('wrong_state', 'This invoice has payments or credits, so you can’t change it.')
}

async function changeIssued(
  ctx: Ctx,
  before: InvoiceRecord,
  after: InvoiceText,
  number: string,
): Promise<void> {
  checkIssuedChange(before, after, number)
  await keepRevision(ctx, before, snapshotOf(before, await readWrittenLines(ctx, before.id)))
  if (after.customerId !== before.customer_id) await revokePayLinks(ctx, before.id)
  const linesMinor = before.total_minor - before.fees_minor
  const fees = after.customerId === before.customer_id ? NO_FEES : await sumFees(ctx, before.id)
  const figures = {
    before: { ...netAndTax(before.customer_id, linesMinor, before.tax_minor), ...fees },
    after: { ...netAndTax(after.customerId, after.totals.totalMinor, after.totals.taxMinor), ...fees },
  }
  const same =
    figures.before.netMinor === figures.after.netMinor &&
    figures.before.taxMinor === figures.after.taxMinor &&
    before.customer_id === after.customerId &&
    before.due_date === after.dueDate &&
    before.deposit_to === after.depositTo
  if (same) return
  if (await isOnConfirmedPlan(ctx, before.id))
    throw refuse(
      'wrong_state',
      'This invoice is on a confirmed payment plan. Cancel the plan before you change what is owed.',
    )
  const { today } = await readIssuer(ctx)
  await bookInvoiceChange(ctx, {
    invoiceId: before.id,
    number,
    currency: before.currency,
    bookedOn: today,
    dueDate: after.dueDate,
    ...figures,
  })
  await failpoint('edit.booked')
}

const NO_FEES = { lateFeesMinor: 0n, planFeesMinor: 0n }

/** Adds up the fees of an invoice that are not waived, by the account of their income. */
async function sumFees(ctx: Ctx, invoiceId: string): Promise<typeof NO_FEES> {
  const sums = { ...NO_FEES }
  for (const { plan_id, amount_minor, waived_minor } of await lateFeesOf(ctx, invoiceId))
    sums[plan_id === null ? 'lateFeesMinor' : 'planFeesMinor'] += amount_minor - waived_minor
  return sums
}

/** Checks that an issued invoice keeps its number and currency, and is worth more than zero. */
function checkIssuedChange(before: InvoiceRecord, after: InvoiceText, number: string): void {
  if (number !== before.number)
    throw refuseFields({ number: ['You can’t change the number of a sent invoice.'] })
  if (after.currency !== before.currency)
    throw refuseFields({
      customer: ['This customer has another currency. Void the invoice and create a new one.'],
    })
  if (after.depositTo === 'trust' && before.fees_minor > 0n)
    throw refuseFields({
      deposit_to: ['Waive the late fees first. A trust account takes no earned money.'],
    })
  if (after.totals.totalMinor === 0n)
    throw refuseFields({ lines: ['A sent invoice must be more than 0. Void it instead.'] })
}

const netAndTax = (customerId: string, linesMinor: bigint, taxMinor: bigint) => ({
  customerId,
  netMinor: linesMinor - taxMinor,
  taxMinor,
})

/** Returns the stored form of a revision. */
const snapshotOf = (invoice: InvoiceRecord, lines: readonly WrittenLine[]) => ({
  customer: invoice.customer_id,
  number: invoice.number,
  currency: invoice.currency,
  invoice_date: invoice.invoice_date,
  due_date: invoice.due_date,
  terms: invoice.terms,
  notes: invoice.notes,
  deposit_to: invoice.deposit_to,
  total: formatAmount(invoice.total_minor, invoice.currency),
  tax: formatAmount(invoice.tax_minor, invoice.currency),
  lines: lines.map((line) => presentLine(line, invoice.currency)),
})
