import { z } from 'zod'
import type { Connection, Outcome } from '../port.ts'
import type { Posting } from './client.ts'
import { failure, malformed } from './failure.ts'
import { bankTransactionShape } from './wire.ts'

const transactions = z.object({ BankTransactions: z.array(bankTransactionShape).default([]) })

const GONE = new Set(['DELETED', 'VOIDED'])

/** Makes a bank transaction and returns its id. */
export async function makeTransaction(
  { call }: Posting,
  connection: Connection,
  body: object,
  key: string,
): Promise<Outcome<string>> {
  const answer = await call(connection, {
    method: 'PUT',
    path: 'BankTransactions',
    body: { BankTransactions: [body] },
    key,
  })
  if (!answer.ok) return answer
  const [made] = transactions.safeParse(answer.value).data?.BankTransactions ?? []
  return made ? { ok: true, value: made.BankTransactionID } : failure('unknown_outcome', 'malformed_answer')
}

/** Returns the id of the transaction with our reference; null without one. */
export async function findTransaction(
  { call }: Posting,
  connection: Connection,
  type: string,
  reference: string,
): Promise<Outcome<string | null>> {
  const where = `Type=="${type}" AND Reference=="${reference.replace(/["\\]/g, '')}"`
  const answer = await call(connection, { method: 'GET', path: 'BankTransactions', query: { where } })
  if (!answer.ok) return answer
  const read = transactions.safeParse(answer.value)
  if (!read.success) return malformed
  const live = read.data.BankTransactions.find(({ Status }) => !GONE.has(Status))
  return { ok: true, value: live?.BankTransactionID ?? null }
}

/** Deletes a transaction; one that is gone is what was wanted. */
export async function removeTransaction(
  { call }: Posting,
  connection: Connection,
  id: string,
  key: string,
): Promise<Outcome<void>> {
  const path = `BankTransactions/${encodeURIComponent(id)}`
  const found = await call(connection, { method: 'GET', path })
  if (!found.ok) return found.error.kind === 'not_found' ? { ok: true, value: undefined } : found
  const [current] = transactions.safeParse(found.value).data?.BankTransactions ?? []
  if (!current) return malformed
  if (GONE.has(current.Status)) return { ok: true, value: undefined }
  const body = { BankTransactions: [{ ...current, Status: 'DELETED' }] }
  const answer = await call(connection, { method: 'POST', path, body, key: `${key}-gone` })
  return answer.ok ? { ok: true, value: undefined } : answer
}
