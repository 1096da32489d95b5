import { displayAmount } from '../../../../../domain/money/money.ts'
import type { RemoteInvoice, RemotePayment } from '../../../../gateways/accounting/port.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import {
  changeMirroredInvoice,
  type MirroredInvoice,
  type MirrorOutcome,
  mirrorNewInvoices,
  voidMirroredInvoice,
} from '../../../invoices/index.ts'
import {
  problemOf,
  problemOfFees,
  readLines,
  readNumber,
  totalInWords,
  withoutFees,
} from '../../rules/read-record.ts'
import { invoicesByHand } from '../../store/by-hand.ts'
import { openConflict, settleConflict } from '../../store/conflicts.ts'
import { type FeesOfInvoice, feesOfInvoices } from '../../store/fees-there.ts'
import { currenciesOf, type LinkToWrite, linksOf, writeLinks } from '../../store/links.ts'
import { type SettledHere, settledHere } from '../../store/settled-here.ts'
import type { Applied, LinkRow } from '../../tables.ts'
import { settleByHand } from '../by-hand/settle-by-hand.ts'
import { recognizeInvoices } from '../move/recognize-invoices.ts'
import { noteLackingFees } from './note-lacking-fees.ts'
import { withinQuota } from './within-quota.ts'

/**
 * Brings invoices to their state at the platform: amounts, customer, dates and what is still owed. Part of what is owed there may be
 * settled here already and not be posted yet. An invoice that can't be read is a conflict.
 */
export async function applyInvoices(
  ctx: Ctx,
  applied: Applied,
  invoices: readonly RemoteInvoice[],
  payments: readonly RemotePayment[],
): Promise<void> {
  if (invoices.length === 0) return
  const { connection } = applied
  const remoteIds = invoices.map(({ remoteId }) => remoteId)
  const customerIds = invoices.map(({ customerId }) => customerId)
  const customers = await linksOf(ctx, connection.id, 'customer', customerIds)
  const undecided = await recognizeInvoices(ctx, applied, invoices, customers)
  const known = await linksOf(ctx, connection.id, 'invoice', remoteIds)
  const links: LinkToWrite[] = []
  const fresh: MirroredInvoice[] = []
  const byId = new Map(invoices.map((invoice) => [invoice.remoteId, invoice]))
  const references = referencesOf(payments)
  const localIds = [...known.values()].flatMap(({ local_id }) => (local_id === null ? [] : [local_id]))
  await noteLackingFees(ctx, connection, invoices, known)
  const byHand = await settleThoseByHand(ctx, applied, invoices, known, localIds)
  const settled = await settledHere(ctx, localIds)
  const fees = await feesOfInvoices(ctx, localIds)
  const currencies = await currenciesOf(ctx, localIds)
  for (const invoice of invoices.filter(({ remoteId }) => !undecided.has(remoteId))) {
    const link = known.get(invoice.remoteId)
    const customerId = customers.get(invoice.customerId)?.local_id ?? null
    // It is read again, together with what was entered there.
    if (link?.local_id && byHand.has(link.local_id) && !isReadWhole(invoice)) {
      if (link.version !== invoice.version)
        links.push({ ...linkOf(invoice, link.local_id, false), isToRead: true })
      continue
    }
    const read = link?.local_id
      ? await applyKnown(
          ctx,
          applied,
          {
            ...{ invoice, link, customerId, localId: link.local_id },
            ...{ fees: fees(link.local_id), currency: currencies.get(link.local_id)! },
          },
          settled(link.local_id),
          references.get(invoice.remoteId) ?? null,
        )
      : await readFresh(ctx, applied, invoice, customerId, link !== undefined)
    if (read.fresh) fresh.push(read.fresh)
    else links.push(linkOf(invoice, link?.local_id ?? null, read.complete))
  }
  const { kept, left } = await withinQuota(ctx, applied, fresh)
  const written = await mirrorNewInvoices(ctx, kept)
  await writeLinks(ctx, connection.id, [
    ...links,
    ...left.map(({ remoteId }) => linkOf(byId.get(remoteId)!, null, false)),
    ...[...written].map(([remoteId, localId]) => linkOf(byId.get(remoteId)!, localId, true)),
  ])
  await failpoint('books.invoices_applied')
  if (connection.first_sync_at !== null)
    for (const [remoteId, id] of written) await noteRead(ctx, id, byId.get(remoteId)!)
}

const noteRead = (ctx: Ctx, id: string, { number }: RemoteInvoice): Promise<void> =>
  audit(ctx, 'accounting.read-invoice', { type: 'invoice', id }, { number })

/** Whether all is known that settles an invoice there. Nothing settles one that is void or deleted. */
const isReadWhole = ({ payments, state }: RemoteInvoice): boolean =>
  payments !== undefined || state !== 'open'

/** Recognizes what people entered there. Returns the invoices whose balance counts only together with their payments. */
async function settleThoseByHand(
  ctx: Ctx,
  applied: Applied,
  invoices: readonly RemoteInvoice[],
  known: ReadonlyMap<string, LinkRow>,
  localIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const byHand = await invoicesByHand(ctx, applied.connection.id, localIds)
  for (const invoice of invoices) {
    const localId = known.get(invoice.remoteId)?.local_id
    if (localId && byHand.has(localId) && isReadWhole(invoice))
      await settleByHand(ctx, applied, invoice, localId)
  }
  return byHand
}

/** `complete` is false while the state here differs, so that the record is applied again. */
interface Read {
  readonly complete: boolean
  readonly fresh?: MirroredInvoice
}

const linkOf = (invoice: RemoteInvoice, localId: string | null, complete: boolean): LinkToWrite => ({
  kind: 'invoice',
  remoteId: invoice.remoteId,
  localId,
  version: complete ? invoice.version : '',
  state: invoice.state === 'deleted' ? 'gone' : 'live',
  url: invoice.url,
})

async function readFresh(
  ctx: Ctx,
  applied: Applied,
  invoice: RemoteInvoice,
  customerId: string | null,
  wasSeen: boolean,
): Promise<Read> {
  const cause = `not_read:invoice:${invoice.remoteId}`
  if (invoice.state !== 'open' || (invoice.totalMinor === 0n && invoice.balanceMinor === 0n)) {
    if (wasSeen) await settleConflict(ctx, cause)
    return { complete: true }
  }
  const problem = problemOf(invoice, customerId !== null)
  if (problem !== null) {
    await openConflict(ctx, { ...notRead(applied, invoice, problem), cause })
    return { complete: false }
  }
  await settleConflict(ctx, cause)
  return { complete: true, fresh: mirrored(invoice, customerId!, invoice.balanceMinor) }
}

const mirrored = (invoice: RemoteInvoice, customerId: string, remainingMinor: bigint): MirroredInvoice => ({
  remoteId: invoice.remoteId,
  number: readNumber(invoice.number),
  customerId,
  currency: invoice.currency,
  invoiceDate: invoice.issuedOn,
  dueDate: invoice.dueOn,
  notes: invoice.notes,
  lines: readLines(invoice),
  taxMinor: invoice.taxMinor,
  totalMinor: invoice.totalMinor,
  remainingMinor,
})

interface Known {
  readonly invoice: RemoteInvoice
  readonly link: LinkRow
  readonly localId: string
  readonly customerId: string | null
  readonly fees: FeesOfInvoice
  /** The currency in which it is booked here, which never changes. */
  readonly currency: string
}

async function applyKnown(
  ctx: Ctx,
  applied: Applied,
  known: Known,
  { settledMinor, knownThereMinor }: SettledHere,
  reference: string | null,
): Promise<Read> {
  const { invoice, link, localId, customerId, fees, currency } = known
  if (link.version === invoice.version) return { complete: true }
  const isGone = invoice.state !== 'open' || invoice.totalMinor === 0n
  const own = withoutFees(invoice, fees)
  const problem = isGone
    ? null
    : (problemOf(invoice, customerId !== null) ?? problemOfFees(own) ?? problemOfCurrency(invoice, currency))
  const cause = `not_read:invoice:${invoice.remoteId}`
  if (problem !== null) {
    await openConflict(ctx, { ...notRead(applied, invoice, problem), cause })
    return { complete: false }
  }
  await settleConflict(ctx, cause)
  const unknownThereMinor = settledMinor - knownThereMinor - (fees.chargedMinor - fees.knownThereMinor)
  const outcome = isGone
    ? await voidMirroredInvoice(ctx, localId, settledMinor, goneBecause(applied, invoice))
    : await changeMirroredInvoice(
        ctx,
        localId,
        mirrored(own, customerId!, invoice.balanceMinor - unknownThereMinor),
        reference,
      )
  await noteDifference(ctx, applied, known, outcome, settledMinor)
  return { complete: outcome.ok && outcome.isExact }
}

const problemOfCurrency = (invoice: RemoteInvoice, booked: string): string | null =>
  invoice.currency === booked ? null : `it is in ${invoice.currency} now, and is booked here in ${booked}`

const goneBecause = ({ platform }: Applied, { state }: RemoteInvoice): string =>
  state === 'deleted' ? `Deleted in ${platform}.` : `Voided in ${platform}.`

async function noteDifference(
  ctx: Ctx,
  { connection, platform }: Applied,
  { invoice, localId }: Known,
  outcome: MirrorOutcome,
  settledMinor: bigint,
): Promise<void> {
  const amount = (minor: bigint) => displayAmount(minor, invoice.currency)
  const causeOf = (kind: string) => `${kind}:invoice:${invoice.remoteId}`
  const isGone = invoice.state !== 'open'
  const failed = outcome.ok
    ? null
    : outcome.because === 'paid_here' || isGone
      ? 'void_but_paid'
      : 'paid_twice'
  for (const kind of ['void_but_paid', 'paid_twice'] as const)
    if (kind !== failed) await settleConflict(ctx, causeOf(kind))
  if (failed === null) return
  await openConflict(ctx, {
    connectionId: connection.id,
    cause: causeOf(failed),
    kind: failed,
    subject: { type: 'invoice', id: localId },
    title:
      failed === 'paid_twice'
        ? `Invoice ${invoice.number} is being paid here and was paid in ${platform}`
        : `Invoice ${invoice.number} was ${isGone && invoice.state === 'deleted' ? 'deleted' : 'voided'} in ${platform} after it was paid here`,
    ours: [
      { label: 'Paid through Quittance', value: amount(settledMinor) },
      { label: 'Remaining', value: amount(outcome.remainingMinor) },
    ],
    theirs: [
      { label: 'Status', value: isGone ? invoice.state : 'open' },
      { label: 'Balance', value: amount(invoice.balanceMinor) },
    ],
  })
}

const notRead = ({ connection, platform }: Applied, invoice: RemoteInvoice, problem: string) => ({
  connectionId: connection.id,
  kind: 'not_read' as const,
  subject: { type: 'invoice' as const, id: null },
  title: `Invoice ${invoice.number || invoice.remoteId} was not read, because ${problem}`,
  ours: [],
  theirs: [
    { label: `Number in ${platform}`, value: invoice.number || '–' },
    { label: 'Total', value: totalInWords(invoice) },
  ],
})

/** Numbers of the payments made there, by invoice, where a single one of them explains a change. */
function referencesOf(payments: readonly RemotePayment[]): ReadonlyMap<string, string> {
  const found = new Map<string, string[]>()
  for (const { applied, reference, isDeleted } of payments)
    if (!isDeleted && /^\S{1,40}$/.test(reference))
      for (const { invoiceId } of applied) found.set(invoiceId, [...(found.get(invoiceId) ?? []), reference])
  return new Map([...found].flatMap(([id, [first, ...more]]) => (more.length === 0 ? [[id, first!]] : [])))
}
