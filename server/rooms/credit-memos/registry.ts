import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { creditMemosRoutes } from './routes.ts'

const failpoints = [
  'memo.inserted',
  'memo.booked',
  'memo.void_booked',
  'memo.voided',
  'books.memo_changed',
  'credit.inserted',
  'credit.applied',
  'credit.unapply_marked',
  'credit.unapplied',
] as const

const auditTexts = {
  'credit-memos.export': 'exported a list of credit memos[ (rows: {rows})]',
  'credit-memos.issue': 'issued {object}[ of {amount}][ to {customer}]',
  'credit-memos.apply': 'applied [{amount} of ]{object}[ to {invoice}]',
  'credit-memos.unapply': 'unapplied [{amount} of ]{object}[ from {invoice}]',
  'credit-memos.void': 'voided {object}[ of {amount}]',
} as const

const events = {
  'credit-memos.issue': 'credit_memo.issued',
  'credit-memos.apply': 'credit_memo.applied',
  'credit-memos.unapply': 'credit_memo.unapplied',
  'credit-memos.void': 'credit_memo.voided',
} as const

export const creditMemosRegistry = {
  room: 'credit-memos',
  routes: creditMemosRoutes,
  failpoints,
  auditTexts,
  events,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredFailpoints extends Record<(typeof failpoints)[number], true> {}
}
