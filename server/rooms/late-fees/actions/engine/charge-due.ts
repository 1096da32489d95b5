import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import { hasPeriodToCharge } from '../../../../../domain/late-fees/decide-fee.ts'
import { auditAll } from '../../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { hasLateFees, readAccountRow, runsByItself } from '../../../accounts/index.ts'
import {
  findLateCustomers,
  findLatePeriods,
  holdLiveRules,
  liveRuleOf,
  type RuleRow,
} from '../../../fee-schedule/index.ts'
import { chargeLateFees, lockForFees } from '../../../invoices/index.ts'
import { lineText } from '../../rules/line-text.ts'
import { decidePage, type FeeDay } from './decide-page.ts'

const PAGE = 200

/**
 * Charges the fees of the account's day, each once for its invoice, rule and period: another worker, or the same after a crash,
 * finds what was charged. Days that were missed are not charged; the latest one is.
 */
export async function chargeDue(uow: UnitOfWork): Promise<void> {
  let after: string | null = null
  do after = await chargePage(uow, after)
  while (after !== null)
}

/** Charges the next customers in the order of their ids. Returns the last one, or null after all. */
async function chargePage(uow: UnitOfWork, after: string | null): Promise<string | null> {
  const ids = await uow.transaction(async (ctx) => {
    const { day } = await readFeeDay(ctx)
    if (day.rules.size === 0 || !day.isOn) return []
    return findLateCustomers(ctx, [...day.rules.keys()], day.today, { after, limit: PAGE })
  })
  if (ids.length === 0) return null
  try {
    await uow.transaction((ctx) => chargeCustomers(ctx, ids))
  } catch {
    // Each is tried alone, so that one does not stop the others.
    for (const id of ids)
      await uow
        .transaction((ctx) => chargeCustomers(ctx, [id]))
        .catch((error) => uow.app.log.error('late fees of a customer failed', { customer: id, error }))
  }
  return ids.length < PAGE ? null : ids.at(-1)!
}

async function chargeCustomers(ctx: Ctx, customerIds: readonly string[]): Promise<void> {
  const { day, rows } = await readFeeDay(ctx)
  const late = await findLatePeriods(ctx, [...day.rules.keys()], day.today, customerIds)
  const invoiceIds = late
    .filter((invoice) => hasPeriodToCharge(day.rules.get(invoice.ruleId)!, invoice, day.today))
    .map(({ invoiceId }) => invoiceId)
  if (invoiceIds.length === 0) return
  const held = await lockForFees(ctx, invoiceIds)
  // Decided after the lock: a payment, a dispute or another worker may have come first.
  const due = (await decidePage(ctx, day, { customerIds, invoiceIds })).flatMap(({ invoice, decision }) =>
    decision.outcome === 'charged' ? [{ invoice, ...decision }] : [],
  )
  const charged = await chargeLateFees(
    ctx,
    due.map(({ invoice, period, fee }) => ({
      invoiceId: invoice.invoiceId,
      ruleId: invoice.ruleId,
      planId: null,
      period: period.number,
      day: period.day,
      description: lineText(rows.get(invoice.ruleId)!.line_text, period.day),
      amountMinor: fee.minor,
      cap: fee.cap,
    })),
    day.today,
    held,
  )
  const customers = new Map(due.map(({ invoice }) => [invoice.invoiceId, invoice.customerId]))
  await auditAll(
    ctx,
    'late-fees.charge',
    charged.map((fee) => ({
      object: { type: 'invoice', id: fee.invoiceId },
      detail: {
        customer: customers.get(fee.invoiceId)!,
        amountMinor: fee.amountMinor.toString(),
        text: fee.description,
      },
    })),
  )
}

/** Returns the rules that are on, kept from changes until the transaction ends, with the account's day. */
async function readFeeDay(
  ctx: Ctx,
): Promise<{ readonly day: FeeDay; readonly rows: ReadonlyMap<string, RuleRow> }> {
  const account = await readAccountRow(ctx)
  const rows = await holdLiveRules(ctx)
  const rules = new Map(rows.map((row) => [row.id, liveRuleOf(row, account.currency)]))
  const today = dateInZone(ctx.now, account.timezone)
  return {
    day: { rules, today, isOn: hasLateFees(account) && runsByItself(account, ctx.now) },
    rows: new Map(rows.map((row) => [row.id, row])),
  }
}
