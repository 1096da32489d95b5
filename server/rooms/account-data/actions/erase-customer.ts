import { addMonthsClamped, dateInZone } from '../../../../domain/dates/calendar.ts'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { audit } from '../../../platform/audit.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { markDue } from '../../../platform/due-work/mark-due.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { checkKeptHere, readAccountRow } from '../../accounts/index.ts'
import {
  type Customer,
  forgetEmailRoles,
  readCustomer,
  readCustomerDetail,
  retainRecipient,
  selectMergedIds,
} from '../../customers/index.ts'
import { forgetImportsNaming } from '../../imports/index.ts'
import { methodsOfCustomer, removeMethod } from '../../payments/index.ts'
import { endPortalAccess, holdPeople, peopleOfCustomer } from '../../portal/index.ts'
import { LEGAL_YEARS } from '../rules.ts'
import { eraseCustomerRows } from '../store/everything.ts'
import { deleteArchives } from '../store/exports.ts'

/**
 * Replaces the personal data of a customer and of its duplicates by a tombstone, after their stored methods were removed at the
 * processors and their logins ended. Erasing twice is the same as once. Refuses not_found; wrong_state for a duplicate, whose data the
 * other one has too, and while money is owed, under way or unused; beside `name` unless it is the customer's.
 */
export async function eraseCustomer(uow: UnitOfWork, id: string, typedName: string): Promise<void> {
  const methods = await uow.transaction(async (ctx) => {
    const customer = await readCustomer(ctx, id)
    if (customer.erasedAt !== null) return null
    if (typedName.trim() !== customer.shortName.trim())
      throw refuseFields({ name: ['Enter the customer’s name as it is written here.'] })
    const owned: { customerId: string; methodId: string }[] = []
    for (const customerId of await checkErasable(ctx, customer))
      for (const { id: methodId } of await methodsOfCustomer(ctx, customerId))
        owned.push({ customerId, methodId })
    return owned
  })
  if (methods === null) return
  for (const { customerId, methodId } of methods) await removeMethod(uow, customerId, methodId)
  await uow.transaction((ctx) => eraseAll(ctx, id))
}

/** Checks a customer and its duplicates, and returns the ids of all, the customer last. */
async function checkErasable(ctx: Ctx, { id, mergedInto }: Customer): Promise<string[]> {
  await checkKeptHere(ctx, 'Erase this customer')
  const other = mergedInto === null ? null : await readCustomer(ctx, mergedInto)
  if (other !== null && other.erasedAt === null)
    throw refuse(
      'wrong_state',
      `This customer is merged into ${other.shortName}, which has the same data. Erase ${other.shortName}, or undo the merge first.`,
    )
  const ids: string[] = []
  for (const one of await selectMergedIds(ctx, id))
    if ((await readCustomer(ctx, one)).erasedAt === null) ids.push(one)
  ids.push(id)
  for (const one of ids) await checkSettled(ctx, one)
  return ids
}

async function checkSettled(ctx: Ctx, id: string): Promise<void> {
  const {
    short_name: name,
    balance,
    unapplied_credit: credit,
    in_flight: inFlight,
    currency,
  } = await readCustomerDetail(ctx, id)
  const open = [balance, credit, inFlight].find((one) => /[1-9]/.test(one))
  if (open !== undefined)
    throw refuse(
      'wrong_state',
      `${open} ${currency} of ${name} is still owed, being paid or unused. Settle it, write it off or refund it first.`,
    )
}

async function eraseAll(ctx: Ctx, id: string): Promise<void> {
  // Nobody merges or separates the customer meanwhile.
  await holdPeople(ctx, [id])
  const customer = await readCustomer(ctx, id)
  if (customer.erasedAt !== null) return
  for (const one of await checkErasable(ctx, customer)) await erase(ctx, await readCustomer(ctx, one))
}

async function erase(ctx: Ctx, customer: Customer): Promise<void> {
  const { id } = customer
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const today = dateInZone(ctx.now, (await readAccountRow(ctx)).timezone)
  await retainRecipient(ctx, customer, {
    keepUntil: addMonthsClamped(today, 12 * LEGAL_YEARS),
    erasedBy: ctx.actor.userId,
  })
  for (const person of await peopleOfCustomer(ctx, id)) await endPortalAccess(ctx, id, person.id)
  await markDue(ctx, 'account-data.purge-recipients', id, ctx.now + LEGAL_YEARS * 366 * DAY_MS)
  await forgetImportsNaming(ctx, [
    customer.shortName,
    customer.companyName,
    customer.email,
    ...customer.extraEmails,
  ])
  // Archives of before hold the customer too. Owners can start a new one.
  await deleteArchives(ctx, 'all')
  await forgetEmailRoles(ctx, id)
  await eraseCustomerRows(ctx, id, `Erased customer ${id.slice(-6).toUpperCase()}`, asDate(ctx.now))
  await audit(ctx, 'customers.erase', { type: 'customer', id })
}
