import { z } from 'zod'
import type { Connection, CreditToApply, Outcome, RemoteRef } from '../port.ts'
import { readAmount } from '../read-amount.ts'
import type { Posting } from './client.ts'
import { paymentUrl, RECEIVED } from './read-records.ts'
import { numberOf } from './wire.ts'

/*
 * Unapplied money of a payment made at QuickBooks is used by a larger line of that payment for the invoice. The payment's note keeps
 * a mark for each of our uses: the lines of one invoice are one, so that only the mark says whether a lost call arrived.
 */

/** Prefix of ids of our uses: payment, invoice, amount in minor units and our reference follow. */
export const USED = 'applied:'

const line = z.looseObject({
  Amount: z.union([z.number(), z.string()]).transform(String),
  LinkedTxn: z.array(z.looseObject({ TxnId: z.string(), TxnType: z.string() })).default([]),
})
type Line = z.output<typeof line>
const paymentShape = z.looseObject({
  Id: z.string(),
  SyncToken: z.string(),
  PrivateNote: z.string().default(''),
  CurrencyRef: z.looseObject({ value: z.string() }).optional(),
  Line: z.array(line).default([]),
})
type Payment = z.output<typeof paymentShape>

const MOST_TRIES = 3

interface Use {
  readonly paymentId: string
  readonly invoiceId: string
  readonly amountMinor: bigint
  readonly reference: string
}

const markOf = ({ reference }: Use): string => `[${reference}]`

const refOf = ({ appUrl }: Posting, use: Use): RemoteRef => ({
  remoteId: `${USED}${[use.paymentId, use.invoiceId, use.amountMinor, use.reference].join(':')}`,
  version: '',
  url: paymentUrl(appUrl, use.paymentId),
})

function parseUse(remoteId: string): Use {
  const [paymentId = '', invoiceId = '', amount = '0', reference = ''] = remoteId
    .slice(USED.length)
    .split(':')
  return { paymentId, invoiceId, amountMinor: BigInt(amount), reference }
}

const toUse = ({ creditMemoId, invoiceId, amount, reference }: CreditToApply): Use => ({
  paymentId: creditMemoId.slice(RECEIVED.length),
  invoiceId,
  amountMinor: amount.minor,
  reference,
})

export const isReceived = (creditMemoId: string): boolean => creditMemoId.startsWith(RECEIVED)

/** Uses unapplied money for an invoice, once however often it is called. */
export const applyUnapplied = async (
  posting: Posting,
  connection: Connection,
  credit: CreditToApply,
  key: string,
): Promise<Outcome<RemoteRef>> => {
  const use = toUse(credit)
  const changed = await change(posting, connection, use, key, (payment) =>
    payment.PrivateNote.includes(markOf(use))
      ? null
      : {
          PrivateNote: `${payment.PrivateNote} ${markOf(use)}`.trim(),
          Line: withAmount(payment, use, credit.amount.currency, use.amountMinor),
        },
  )
  return changed.ok ? { ok: true, value: refOf(posting, use) } : changed
}

/** Takes a use back. One that is gone, or whose payment is, is what was wanted. */
export const takeBack = async (
  posting: Posting,
  connection: Connection,
  { remoteId }: RemoteRef,
  key: string,
): Promise<Outcome<void>> => {
  const use = parseUse(remoteId)
  const changed = await change(posting, connection, use, key, (payment) => {
    if (!payment.PrivateNote.includes(markOf(use))) return null
    const currency = payment.CurrencyRef?.value ?? 'USD'
    return {
      PrivateNote: payment.PrivateNote.replace(markOf(use), '').replaceAll('  ', ' ').trim(),
      Line: withAmount(payment, use, currency, -use.amountMinor),
    }
  })
  return changed.ok || changed.error.kind === 'not_found' ? { ok: true, value: undefined } : changed
}

/** Finds a use by its mark: one that was to be made, or the one with this id. */
export async function findUse(
  posting: Posting,
  connection: Connection,
  sought: CreditToApply | string,
): Promise<Outcome<RemoteRef | null>> {
  const use = typeof sought === 'string' ? parseUse(sought) : toUse(sought)
  const read = await readPayment(posting, connection, use.paymentId)
  if (!read.ok) return read.error.kind === 'not_found' ? { ok: true, value: null } : read
  return { ok: true, value: read.value.PrivateNote.includes(markOf(use)) ? refOf(posting, use) : null }
}

async function readPayment({ call }: Posting, connection: Connection, id: string): Promise<Outcome<Payment>> {
  const answer = await call(connection, { method: 'GET', path: `payment/${encodeURIComponent(id)}` })
  if (!answer.ok) return answer
  const read = z.object({ Payment: paymentShape }).safeParse(answer.value)
  if (!read.success) return { ok: false, error: { kind: 'unavailable', code: 'malformed_answer', raw: null } }
  return { ok: true, value: read.data.Payment }
}

/** Changes a payment as it stands now. Another change in between leads to another attempt. */
async function change(
  posting: Posting,
  connection: Connection,
  { paymentId }: Use,
  key: string,
  fields: (payment: Payment) => { readonly PrivateNote: string; readonly Line: readonly object[] } | null,
): Promise<Outcome<void>> {
  for (let attempt = 1; ; attempt++) {
    const read = await readPayment(posting, connection, paymentId)
    if (!read.ok) return read
    const changes = fields(read.value)
    if (changes === null) return { ok: true, value: undefined }
    const answer = await posting.call(connection, {
      method: 'POST',
      path: 'payment',
      query: { requestid: `${key.slice(0, 28)}-${read.value.SyncToken}-${attempt}` },
      body: { ...read.value, ...changes, sparse: false },
    })
    if (answer.ok) return { ok: true, value: undefined }
    if (answer.error.kind !== 'conflict' || attempt === MOST_TRIES) return answer
  }
}

/** Returns the payment's lines with a changed amount for the invoice. A line of nothing is left out. */
function withAmount(payment: Payment, use: Use, currency: string, changeMinor: bigint): object[] {
  const isOf = ({ LinkedTxn }: Line) =>
    LinkedTxn.some(({ TxnId, TxnType }) => TxnType === 'Invoice' && TxnId === use.invoiceId)
  const before = payment.Line.find(isOf)
  const minor = (before ? readAmount(before.Amount, currency) : 0n) + changeMinor
  const others = payment.Line.filter((one) => one !== before).map((one) => ({
    ...one,
    Amount: numberOf(readAmount(one.Amount, currency), currency),
  }))
  if (minor <= 0n) return others
  const linked = { LinkedTxn: [{ TxnId: use.invoiceId, TxnType: 'Invoice' }] }
  return [...others, { ...(before ?? linked), Amount: numberOf(minor, currency) }]
}
