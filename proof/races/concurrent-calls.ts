import { expect } from 'vitest'
import { aLine } from '../../server/rooms/invoices/testing.ts'
import type { OpenInvoice } from '../../server/rooms/payments/testing.ts'

export interface Reply {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Number of concurrent calls in a race. */
export const MANY = 50

/** Starts `count` calls at once and waits for all of them. */
export const callAtOnce = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))

/** Expects only these statuses. Others, such as an unhandled deadlock, are faults of the server. */
export const expectOnly = (answers: readonly Reply[], ...statuses: readonly number[]): void => {
  for (const { status, body } of answers)
    expect(statuses, `responded with ${status} ${JSON.stringify(body)}`).toContain(status)
}

export const succeeded = (answers: readonly Reply[]): Reply[] => answers.filter(({ status }) => status < 300)

/** An edit of an invoice of anOpenInvoice that was not changed before. The same total changes only its notes. */
export const editOf = ({ customer }: OpenInvoice, total: string): object => ({
  customer: customer.id,
  invoice_date: '2026-11-02',
  terms: 'custom',
  due_date: '2026-12-02',
  notes: 'Changed',
  lines: [aLine({ description: 'Goods', detail: '', unit_price: total })],
  revision: 1,
})
