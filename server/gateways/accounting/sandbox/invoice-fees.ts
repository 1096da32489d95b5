import type { LateFeeToAdd, Outcome, RemoteRef } from '../port.ts'
import { type Books, lockBooks, readRecord, writeRecords } from './books.ts'
import { CLOSED, once, refused } from './post-payment.ts'
import type { Row, StoredInvoice, StoredLine } from './stored-records.ts'

const hasText = ({ description }: StoredLine, text: string): boolean => description.includes(text)

/** Adds a fee to its invoice as a line, once for each key. A former line of the same fee is replaced. */
export const addLateFee = (books: Books, fee: LateFeeToAdd, key: string): Promise<Outcome<RemoteRef>> =>
  once(books, key, async (head) => {
    const invoice = await readRecord(books, 'invoice', fee.invoiceId)
    if (!invoice || invoice.isDeleted || invoice.record.isVoid)
      return refused('invoice_void', 'Its invoice is void or deleted.')
    const amount = fee.amount.minor.toString()
    const rest = invoice.record.lines.filter((line) => !hasText(line, `(${fee.base}`))
    const added: StoredLine = {
      description: `${fee.text} (${fee.reference})`,
      quantity: '10000',
      unitPrice: amount,
      net: amount,
      tax: '0',
      taxName: '',
    }
    const record = withLines(invoice.record, [...rest, added])
    if (record === null) return TOO_MUCH_PAID
    await writeRecords(books, head, [{ kind: 'invoice', ref: invoice.ref, record }])
    return { ok: true, value: refOf(invoice, fee) }
  })

const TOO_MUCH_PAID = refused('fee_paid', 'More was paid on this invoice than would be owed.')

/** Returns the invoice with other lines; null when more is paid than it would come to. */
function withLines(invoice: StoredInvoice, lines: readonly StoredLine[]): StoredInvoice | null {
  const sum = (of: readonly StoredLine[]) =>
    of.reduce((total, { net, tax }) => total + BigInt(net) + BigInt(tax), 0n)
  const change = sum(lines) - sum(invoice.lines)
  const balance = BigInt(invoice.balance) + change
  if (balance < 0n) return null
  return { ...invoice, lines, total: `${BigInt(invoice.total) + change}`, balance: `${balance}` }
}

const refOf = (
  { ref, version }: Row<'invoice'>,
  { reference }: { readonly reference: string },
): RemoteRef => ({ remoteId: `${ref}/${reference}`, version: `${version}`, url: '' })

export async function findLateFee(
  books: Books,
  fee: { readonly invoiceId: string; readonly reference: string },
): Promise<Outcome<RemoteRef | null>> {
  const invoice = await readRecord(books, 'invoice', fee.invoiceId)
  const has = invoice?.record.lines.some((line) => hasText(line, `(${fee.reference})`))
  return { ok: true, value: has ? refOf(invoice!, fee) : null }
}

/** Removes the lines of a fee. An invoice that is void or gone has none. */
export async function removeLateFee(
  books: Books,
  fee: { readonly invoiceId: string; readonly base: string },
): Promise<Outcome<void>> {
  const head = await lockBooks(books)
  const invoice = await readRecord(books, 'invoice', fee.invoiceId)
  if (!invoice || invoice.isDeleted || invoice.record.isVoid) return { ok: true, value: undefined }
  const rest = invoice.record.lines.filter((line) => !hasText(line, `(${fee.base}`))
  if (rest.length === invoice.record.lines.length) return { ok: true, value: undefined }
  if (head.is_closed) return CLOSED
  const record = withLines(invoice.record, rest)
  if (record === null) return TOO_MUCH_PAID
  await writeRecords(books, head, [{ kind: 'invoice', ref: invoice.ref, record }])
  return { ok: true, value: undefined }
}
