import { z } from 'zod'
import type { Connection, CreditToApply, Outcome, PaymentToPost, RemoteRef } from '../port.ts'
import { removeTransaction } from './bank-transactions.ts'
import type { Posting } from './client.ts'
import { failure } from './failure.ts'
import { addOverpayment } from './overpayments.ts'
import { readAccounts, takesPayments } from './read-company.ts'
import { BATCH, CREDIT, OVERPAYMENT, paymentUrl } from './read-records.ts'
import { creditPathOf } from './received.ts'
import { allocationShape, batchShape, numberOf, paymentShape } from './wire.ts'

/**
 * Posts a payment: one for one invoice, a batch for several. The rest of the total becomes an overpayment of its own, which is made
 * first and kept in the reference's version, so that both are found and removed together.
 */
export async function postPayment(
  posting: Posting,
  connection: Connection,
  payment: PaymentToPost,
  key: string,
): Promise<Outcome<RemoteRef>> {
  const account = await accountFor(posting, connection, payment.depositAccount)
  if (!account.ok) return account
  const rest = payment.applied.reduce((left, { amountMinor }) => left - amountMinor, payment.total.minor)
  const over =
    rest > 0n
      ? await addOverpayment(posting, connection, payment, { account: account.value, rest, key })
      : null
  if (over?.ok === false) return over
  const companion = over ? `${OVERPAYMENT}${over.value}` : ''
  if (payment.applied.length === 0)
    return { ok: true, value: refOf(posting, { remoteId: companion, id: over?.value ?? '', version: '' }) }
  const made =
    payment.applied.length === 1
      ? await postSingle(posting, connection, payment, { account: account.value, key })
      : await postBatch(posting, connection, payment, { account: account.value, key })
  if (made.ok) return { ok: true, value: refOf(posting, { ...made.value, version: companion }) }
  // Refused for good: without its payment the overpayment would say too little.
  if (over && made.error.kind === 'invalid') await removeTransaction(posting, connection, over.value, key)
  return made
}

const refOf = (
  { appUrl }: Posting,
  { remoteId, id, version }: { readonly remoteId: string; readonly id: string; readonly version: string },
): RemoteRef => ({ remoteId, version, url: paymentUrl(appUrl, id) })

/** Returns the account that takes the money. Xero has no default, so the only one that takes payments is it. */
export async function accountFor(
  { call }: Posting,
  connection: Connection,
  depositAccount: string,
): Promise<Outcome<string>> {
  if (depositAccount !== '') return { ok: true, value: depositAccount }
  const found = await readAccounts(call, connection)
  if (!found.ok) return found
  const [only, other] = found.value.filter(takesPayments)
  if (only && !other) return { ok: true, value: only.AccountID }
  return failure('invalid', 'no_account', {
    userMessage:
      'Choose the account that takes payments, in Settings › Accounting connection. Xero has no default for it.',
  })
}

interface Made {
  readonly remoteId: string
  readonly id: string
}

interface Into {
  readonly account: string
  readonly key: string
}

async function postSingle(
  { call }: Posting,
  connection: Connection,
  { applied, total, receivedOn, reference }: PaymentToPost,
  { account, key }: Into,
): Promise<Outcome<Made>> {
  const [{ invoiceId, amountMinor }] = applied as [PaymentToPost['applied'][number]]
  const body = {
    Payments: [
      {
        Invoice: { InvoiceID: invoiceId },
        Account: { AccountID: account },
        Date: receivedOn,
        Amount: numberOf(amountMinor, total.currency),
        Reference: reference,
      },
    ],
  }
  const answer = await call(connection, { method: 'PUT', path: 'Payments', body, key })
  if (!answer.ok) return answer
  const read = z.object({ Payments: z.tuple([paymentShape]) }).safeParse(answer.value)
  if (!read.success) return failure('unknown_outcome', 'malformed_answer')
  const { PaymentID } = read.data.Payments[0]
  return { ok: true, value: { remoteId: PaymentID, id: PaymentID } }
}

/** A batch shows our reference as its details; only organisations in New Zealand have a reference of their own. */
async function postBatch(
  { call }: Posting,
  connection: Connection,
  { applied, total, receivedOn, reference }: PaymentToPost,
  { account, key }: Into,
): Promise<Outcome<Made>> {
  const body = {
    BatchPayments: [
      {
        Account: { AccountID: account },
        Date: receivedOn,
        Reference: reference,
        Details: reference,
        Payments: applied.map(({ invoiceId, amountMinor }) => ({
          Invoice: { InvoiceID: invoiceId },
          Amount: numberOf(amountMinor, total.currency),
          Reference: reference,
        })),
      },
    ],
  }
  const answer = await call(connection, { method: 'PUT', path: 'BatchPayments', body, key })
  if (!answer.ok) return answer
  const read = z.object({ BatchPayments: z.tuple([batchShape]) }).safeParse(answer.value)
  if (!read.success) return failure('unknown_outcome', 'malformed_answer')
  const { BatchPaymentID } = read.data.BatchPayments[0]
  return { ok: true, value: { remoteId: `${BATCH}${BatchPaymentID}`, id: BatchPaymentID } }
}

/** Uses a credit note, or money received, for an invoice by an allocation. */
export async function applyCredit(
  { call, appUrl }: Posting,
  connection: Connection,
  { creditMemoId, invoiceId, amount, appliedOn }: CreditToApply,
  key: string,
): Promise<Outcome<RemoteRef>> {
  const answer = await call(connection, {
    method: 'PUT',
    path: `${creditPathOf(creditMemoId)}/Allocations`,
    body: {
      Allocations: [
        {
          Invoice: { InvoiceID: invoiceId },
          Amount: numberOf(amount.minor, amount.currency),
          Date: appliedOn,
        },
      ],
    },
    key,
  })
  if (!answer.ok) return answer
  const read = z.object({ Allocations: z.tuple([allocationShape]) }).safeParse(answer.value)
  const id = read.data?.Allocations[0].AllocationID
  if (id === undefined) return failure('unknown_outcome', 'malformed_answer')
  return { ok: true, value: creditRef(appUrl, creditMemoId, id) }
}

export const creditRef = (appUrl: string, creditMemoId: string, allocationId: string): RemoteRef => ({
  remoteId: `${CREDIT}${creditMemoId}:${allocationId}`,
  version: '',
  url: creditUrl(appUrl, creditMemoId),
})

const creditUrl = (appUrl: string, creditMemoId: string): string =>
  creditMemoId.includes(':')
    ? paymentUrl(appUrl, creditMemoId.slice(creditMemoId.indexOf(':') + 1))
    : `${appUrl}/AccountsReceivable/ViewCreditNote.aspx?creditNoteID=${creditMemoId}`

/** Divides the id of a use of credit into the credit and the allocation. */
export function creditOf(remoteId: string): { readonly creditMemoId: string; readonly allocationId: string } {
  const text = remoteId.slice(CREDIT.length)
  const at = text.lastIndexOf(':')
  return { creditMemoId: text.slice(0, at), allocationId: text.slice(at + 1) }
}
