import { z } from 'zod'
import { type Connection, failed, type Outcome, succeeded } from '../port.ts'
import type { PayTraceClient } from './client.ts'
import { daysAround } from './wire-values.ts'

const amount = z.union([z.string(), z.number()])
const time = z.looseObject({ at: z.string() })
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

const cardRow = z.looseObject({
  transaction_id: z.number().int(),
  transaction_type: z.string(),
  amount,
  invoice_id: text,
  description: text,
  approval_code: text,
  approval_message: text,
  csc_response: text,
  status_message: text,
  customer_id: text,
  credit_card: z
    .looseObject({
      masked_number: z.string(),
      expiration_month: z.number().int(),
      expiration_year: z.number().int(),
    })
    .optional()
    .catch(undefined),
  created: time,
  settled: text,
})
/** A card transaction as it is exported. */
export type CardRow = z.output<typeof cardRow>

const checkRow = z.looseObject({
  check_transaction_id: z.number().int(),
  check_type: z.string(),
  amount,
  invoice_id: text,
  description: text,
  status: z.string(),
  status_message: text,
  masked_account_number: text,
  customer_id: text,
  created: time,
  updated: text,
})
/** A check as it is exported. */
export type CheckRow = z.output<typeof checkRow>

/** Transactions of cards and checks of one period. */
export interface Rows {
  readonly cards: readonly CardRow[]
  readonly checks: readonly CheckRow[]
}

const cardRows = z.looseObject({ transactions: z.array(cardRow).default([]) })
const checkRows = z.looseObject({ check_transactions: z.array(checkRow).default([]) })

/** True for a business whose PayTrace account takes checks. */
export const takesChecks = ({ credentials }: Connection): boolean => credentials?.keys?.e_checks === 'yes'

async function read<T>(
  client: PayTraceClient,
  connection: Connection,
  path: string,
  body: object,
  shape: z.ZodType<T>,
): Promise<Outcome<T>> {
  const reply = await client.call(connection, 'read', path, body)
  if (!reply.ok) return reply
  const parsed = shape.safeParse(reply.value)
  return parsed.success
    ? succeeded(parsed.data)
    : failed({ kind: 'unavailable', code: 'export_unreadable', raw: { path } })
}

/** Returns one card transaction. */
export async function readCardRow(
  client: PayTraceClient,
  connection: Connection,
  id: number,
): Promise<Outcome<CardRow>> {
  const body = { transaction_id: id, include_bin: true }
  const rows = await read(client, connection, 'transactions/export/by_id', body, cardRows)
  return rows.ok ? first(rows.value.transactions) : rows
}

/** Returns one check. */
export async function readCheckRow(
  client: PayTraceClient,
  connection: Connection,
  id: number,
): Promise<Outcome<CheckRow>> {
  const body = { check_transaction_id: id }
  const rows = await read(client, connection, 'checks/export/by_id', body, checkRows)
  return rows.ok ? first(rows.value.check_transactions) : rows
}

const first = <T>([row]: readonly T[]): Outcome<T> =>
  row === undefined ? failed({ kind: 'not_found', code: 'not_exported', raw: null }) : succeeded(row)

/** A period in epoch ms; `containing` narrows it to transactions with this text. */
export interface Wanted {
  readonly fromMs: number
  readonly toMs: number
  readonly containing?: string
}

export const readCardRows = async (
  client: PayTraceClient,
  connection: Connection,
  wanted: Wanted,
): Promise<Outcome<readonly CardRow[]>> => {
  const body = { ...wantedOf(wanted), include_bin: true }
  const rows = await read(client, connection, 'transactions/export/by_date_range', body, cardRows)
  return rows.ok ? succeeded(rows.value.transactions) : rows
}

/** Returns no checks for a business whose account takes none. */
export const readCheckRows = async (
  client: PayTraceClient,
  connection: Connection,
  wanted: Wanted,
): Promise<Outcome<readonly CheckRow[]>> => {
  if (!takesChecks(connection)) return succeeded([])
  const rows = await read(client, connection, 'checks/export/by_date_range', wantedOf(wanted), checkRows)
  return rows.ok ? succeeded(rows.value.check_transactions) : rows
}

const wantedOf = ({ fromMs, toMs, containing }: Wanted) => ({
  ...daysAround(fromMs, toMs),
  ...(containing !== undefined && { including_text: containing }),
})

/** Returns the cards' and the checks' transactions of a period. */
export async function readRows(
  client: PayTraceClient,
  connection: Connection,
  wanted: Wanted,
): Promise<Outcome<Rows>> {
  const cards = await readCardRows(client, connection, wanted)
  if (!cards.ok) return cards
  const checks = await readCheckRows(client, connection, wanted)
  return checks.ok ? succeeded({ cards: cards.value, checks: checks.value }) : checks
}
