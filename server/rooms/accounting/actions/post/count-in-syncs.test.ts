import { describe, expect, it } from 'vitest'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { readRecordThere } from '../read-record-there.ts'
import { listSyncs } from '../sync/list-syncs.ts'
import { syncBooks } from '../sync/sync-books.ts'

const QUERY = { page: 1, page_size: 10, search: '', order_by: '-started' } as const

/** Sets up a company with one invoice in QuickBooks, and what its history says, the latest sync first. */
function setUpHistory() {
  const firm = setUpMovingFirm()
  return {
    ...firm,
    begin: async () => {
      const { books } = firm.intuit
      const customer = books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
      books.addInvoice(customer, 120, '1042')
      expect(await firm.connect('quickbooks')).toBe('done')
    },
    history: async () =>
      (await firm.tenant.run((ctx) => listSyncs(ctx, QUERY))).results.map(
        ({ platform, invoices, posted, removed }) => [platform, invoices, posted, removed],
      ),
    /** Posts what waits without reading. */
    post: async () => {
      firm.advance()
      expect(await syncBooks(firm.tenant.uow(), 'posts')).toBe('done')
    },
  }
}

describe('the history of syncs', () => {
  const firm = setUpHistory()
  const READ = ['QuickBooks Online', 1, 0, 0]

  it('shows what is posted after a sync as a row of its own', async () => {
    await firm.begin()
    const { pk } = await firm.pay('1042', '50.00')
    await firm.post()
    expect(await firm.history()).toEqual([['QuickBooks Online', 0, 1, 0], READ])

    await firm.refund(pk, '50.00')
    await firm.post()
    expect(await firm.history(), 'removed there, and nothing posted').toEqual([
      ['QuickBooks Online', 0, 0, 1],
      ['QuickBooks Online', 0, 1, 0],
      READ,
    ])
  })

  it('counts nothing for a payment that was refunded before it was posted', async () => {
    const before = await firm.history()
    const { pk } = await firm.pay('1042', '20.00')
    await firm.refund(pk, '20.00')
    await firm.post()
    expect(await firm.history()).toEqual(before)
  })

  it('counts what is posted after a reading in the row of that sync', async () => {
    await firm.pay('1042', '30.00')
    expect(await firm.sync()).toBe('done')
    expect((await firm.history())[0]!.slice(2)).toEqual([1, 0])
  })
})

describe('the books that have a record', () => {
  const firm = setUpHistory()
  const read = (record: string) => firm.tenant.run((ctx) => readRecordThere(ctx, { kind: 'invoice', record }))

  it('are named with its page there, and as former ones after a move', async () => {
    await firm.begin()
    const { id } = await firm.invoiceOf('1042')
    const url = expect.stringMatching(/\/app\/invoice\?txnId=2$/)
    const books = { platform: 'QuickBooks Online', company: 'Brightwater Ledger 0001', url }
    expect(await read(id)).toEqual({ record: { ...books, connected: true } })
    await firm.move('xero')
    expect(await read(id)).toEqual({ record: { ...books, connected: false } })
  })

  it('are none of a record that is unknown', async () => {
    expect(await read('01900000-0000-7000-8000-000000000000')).toEqual({ record: null })
  })
})
