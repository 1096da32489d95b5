import type { RemoteKind } from '../port.ts'
import { RECEIVED } from './received.ts'

/** Lists of Xero. Money received without an invoice is credit, like credit notes. */
export const SOURCES = ['customer', 'invoice', 'credit_memo', 'prepayment', 'overpayment', 'payment'] as const
export type Source = (typeof SOURCES)[number]

/** Lists of each kind of record, in the order of reading. */
export const SOURCES_OF: Readonly<Record<RemoteKind, readonly Source[]>> = {
  customer: ['customer'],
  invoice: ['invoice'],
  credit_memo: ['credit_memo', 'prepayment', 'overpayment'],
  payment: ['payment'],
}

/** A cursor is a list and a page of it; one of an earlier release is only a page of the first list. */
export function placeOf(kind: RemoteKind, cursor: string | null): { source: Source; at: number } {
  const [, name = '', page = '1'] = /^(?:([a-z_]+) )?(\d+)$/.exec(cursor ?? '1') ?? []
  const source = SOURCES.find((one) => one === name) ?? SOURCES_OF[kind][0]!
  return { source, at: Number(page) } // not money: a page
}

/** Returns the list that has a record, and its id there. */
export function sourceOf(kind: RemoteKind, remoteId: string): { source: Source; id: string } {
  const { Prepayment, Overpayment } = RECEIVED
  if (remoteId.startsWith(Prepayment.prefix))
    return { source: 'prepayment', id: remoteId.slice(Prepayment.prefix.length) }
  if (remoteId.startsWith(Overpayment.prefix))
    return { source: 'overpayment', id: remoteId.slice(Overpayment.prefix.length) }
  return { source: kind, id: remoteId }
}
