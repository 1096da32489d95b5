import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import { cutText } from '../../../../../domain/parsing/cut-text.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { checkKeptHere, todayOf } from '../../../accounts/index.ts'
import { mergedFieldsOf } from '../../rules/merged-fields.ts'
import { type Customer, type CustomerDetailReply, type CustomerRow, tidyEmails } from '../../rules.ts'
import { ancestorsOf, lockCustomers, lockParents, updateCustomers } from '../../store/customers.ts'
import { selectCustomer } from '../../store/list-customers.ts'
import { insertMerge, joinInto } from '../../store/merges.ts'
import { readCustomer, readCustomerDetail } from '../read-customer.ts'

type Preview = HandlerReplyOf<typeof contract.customerMerges.preview>

/** Texts of one customer that go to the other where that has none. */
const FILLED = [
  'companyName',
  'primaryPhone',
  'alternatePhone',
  'mobilePhone',
  'fax',
  'groupId',
  'terms',
  'language',
] as const
const ADDRESS = ['addressline1', 'addressline2', 'city', 'state', 'postalCode', 'country'] as const

const MOST_EMAILS = 10

/** Names of fields as people read them. */
const LABELS: Readonly<Record<(typeof FILLED)[number], string>> = {
  companyName: 'Company name',
  primaryPhone: 'Phone',
  alternatePhone: 'Alternate phone',
  mobilePhone: 'Mobile',
  fax: 'Fax',
  groupId: 'Group',
  terms: 'Terms',
  language: 'Language',
}

/** The fields of the customer that stays, with what only the other one has. */
function combine(into: Customer, from: Customer): Customer {
  const hasAddress = ADDRESS.some((field) => into[field] !== '')
  const filled = FILLED.filter((field) => !into[field]).map((field) => [field, from[field]])
  const address = hasAddress ? [] : ADDRESS.map((field) => [field, from[field]])
  return tidyEmails({
    ...into,
    ...Object.fromEntries([...filled, ...address]),
    email: into.email || from.email,
    extraEmails: [...new Set([...into.extraEmails, from.email, ...from.extraEmails])]
      .filter((email) => email !== '')
      .slice(0, MOST_EMAILS),
    emailRoles: [...into.emailRoles, ...from.emailRoles],
    notes: cutText([into.notes, from.notes].filter((text) => text !== '').join('\n\n'), 5000),
  })
}

/**
 * Returns what a merge would do. Refuses not_found, and beside `into` what can't be merged: customers of an accounting platform, with
 * another currency, erased or merged ones, and one above the other.
 */
export async function previewMerge(ctx: Ctx, fromId: string, intoId: string): Promise<Preview> {
  const [from, into] = [await readCustomer(ctx, fromId), await readCustomer(ctx, intoId).catch(() => null)]
  if (into === null) throw refuseFields({ into: ['This customer does not exist.'] })
  await check(ctx, from, into)
  const figures = (await selectCustomer(ctx, fromId, await todayOf(ctx)))!
  const after = combine(into, from)
  return {
    from: { pk: from.id, short_name: from.shortName },
    into: { pk: into.id, short_name: into.shortName },
    emails: after.extraEmails.filter((email) => !into.extraEmails.includes(email) && email !== into.email),
    fields: [
      ...FILLED.filter((field) => !into[field] && from[field]).map((field) => LABELS[field]),
      ...(ADDRESS.some((field) => into[field] !== after[field]) ? ['Address'] : []),
      ...(from.notes !== '' ? ['Notes'] : []),
    ],
    open_invoices_count: figures.openInvoices,
    balance: formatAmount(figures.owedMinor, from.currency),
    currency: from.currency,
    stays_active: staysActive(figures),
  }
}

/** While something is open, its reminders go on. */
const staysActive = ({ isActive, openInvoices, unappliedMinor }: CustomerRow): boolean =>
  isActive && (openInvoices > 0 || unappliedMinor > 0n)

async function check(ctx: Ctx, from: Customer, into: Customer): Promise<void> {
  await checkKeptHere(ctx, 'Merge these customers')
  const wrong = (text: string) => refuseFields({ into: [text] })
  if (from.id === into.id) throw wrong('Choose another customer.')
  if (from.mergedInto !== null) throw refuse('wrong_state', `${from.shortName} is merged already.`)
  if (into.mergedInto !== null)
    throw wrong(`${into.shortName} is merged into another customer. Choose that one.`)
  if (from.erasedAt !== null || into.erasedAt !== null) throw wrong('An erased customer can’t be merged.')
  if (from.currency !== into.currency)
    throw wrong(`They have different currencies: ${from.currency} and ${into.currency}.`)
  if ((await ancestorsOf(ctx, into.id)).includes(from.id))
    throw wrong(`${from.shortName} is above ${into.shortName}. Change their parents first.`)
}

/**
 * Merges a duplicate into another customer. What was booked stays with the duplicate, which has the other one's contact data from now
 * on and takes no new invoices; its people log in for both. Refuses as `previewMerge` does.
 */
export async function mergeCustomers(ctx: Ctx, fromId: string, intoId: string): Promise<CustomerDetailReply> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  // The other customer becomes the parent of the duplicate.
  await lockParents(ctx)
  const locked = await lockCustomers(ctx, [fromId, intoId])
  const [from, into] = [locked.get(fromId), locked.get(intoId)]
  if (!from) throw refuse('not_found')
  if (!into) throw refuseFields({ into: ['This customer does not exist.'] })
  await check(ctx, from, into)
  const figures = (await selectCustomer(ctx, fromId, await todayOf(ctx)))!
  const after = combine(into, from)
  const duplicate: Customer = {
    ...from,
    ...mergedFieldsOf(after),
    notes: from.notes,
    isActive: staysActive(figures),
    parentId: into.id,
  }
  await updateCustomers(ctx, [after, duplicate])
  await joinInto(ctx, fromId, intoId)
  await insertMerge(ctx, {
    fromId,
    intoId,
    fromBefore: mergedFieldsOf(from),
    intoBefore: mergedFieldsOf(into),
    intoAfter: mergedFieldsOf(after),
    madeBy: { userId: ctx.actor.userId },
  })
  await ctx.app.jobs.enqueue(ctx, 'portal.follow-merge', { from: fromId, into: intoId })
  await audit(
    ctx,
    'customers.merge',
    { type: 'customer', id: intoId },
    { because: from.shortName, from: fromId },
  )
  return readCustomerDetail(ctx, intoId)
}
