import { describe, expect, it } from 'vitest'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { invoicesHere, memosHere } from '../../../../../testing/accounting/records-here.ts'
import { resolveConflict } from '../conflicts/resolve-conflict.ts'
import { disconnect } from '../connect/end-connection.ts'
import { voidLeftBehind } from './left-behind.ts'

/* A person decided to void what the new books don't have. It is carried out later, and nothing else is voided. */

/** Moves to Xero, which has only the customer, and decides to void. Returns the decision. */
async function decideToVoid(firm: ReturnType<typeof setUpMovingFirm>): Promise<string> {
  firm.addToXero({})
  expect(await firm.move('xero')).toBe('done')
  const { id } = (await firm.conflicts()).find(({ kind }) => kind === 'not_in_books')!
  await firm.decide(/open invoice/, 'void')
  return id
}

const carryOut = (firm: ReturnType<typeof setUpMovingFirm>, decision: string): Promise<void> =>
  voidLeftBehind(firm.tenant.uow({ kind: 'system', job: 'accounting.void-left-behind' }), decision)

describe('a decision to void', () => {
  const firm = setUpMovingFirm()
  it('does not concern what is owed again since', async () => {
    firm.addToQuickBooks({ 1041: 60, 1042: 120 })
    expect(await firm.connect('quickbooks')).toBe('done')
    const { pk } = await firm.pay('1041', '60.00')
    expect(await firm.sync()).toBe('done')
    const decision = await decideToVoid(firm)
    await firm.refund(pk, '60.00')
    await carryOut(firm, decision)
    expect(await invoicesHere(firm.tenant)).toEqual(['1041 open 6000', '1042 void 0'])
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual(expect.arrayContaining([expect.stringMatching(/1 open invoice/)]))
  })
})

describe('a decision to void that is carried out after two more moves', () => {
  const firm = setUpMovingFirm()
  it('voids nothing', async () => {
    const { customer } = firm.addToQuickBooks({ 1042: 120 })
    expect(await firm.connect('quickbooks')).toBe('done')
    const decision = await decideToVoid(firm)
    firm.intuit.books.addInvoice(customer!, 500, '1050')
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.move('xero')).toBe('done')
    await carryOut(firm, decision)
    expect(await invoicesHere(firm.tenant)).toEqual(['1042 open 12000', '1050 open 50000'])
    expect(await firm.titles()).toEqual([expect.stringMatching(/2 open invoices/)])
  })
})

describe('a decision to void that is carried out while no books are connected', () => {
  const firm = setUpMovingFirm()
  it('holds for the same books when they are connected again', async () => {
    firm.addToQuickBooks({ 1042: 120 })
    expect(await firm.connect('quickbooks')).toBe('done')
    const decision = await decideToVoid(firm)
    await disconnect(firm.tenant.uow(), 'xero')
    await carryOut(firm, decision)
    expect(await firm.connect('xero')).toBe('done')
    await carryOut(firm, decision)
    expect(await invoicesHere(firm.tenant)).toEqual(['1042 void 0'])
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), await firm.isFresh()]).toEqual([[], true])
  })
})

describe('records that are voided each time the account moves, and are open in the books before', () => {
  const firm = setUpMovingFirm()
  it('are owed, or credit, after each way back', async () => {
    const { customer } = firm.addToQuickBooks({ 1042: 120 })
    firm.intuit.books.put('CreditMemo', {
      ...{ DocNumber: 'CM-1', TxnDate: '2026-11-02', TotalAmt: 20, Balance: 20 },
      CustomerRef: { value: customer },
    })
    expect(await firm.connect('quickbooks')).toBe('done')
    firm.addToXero({})
    for (let round = 0; round < 3; round++) {
      expect(await firm.move('xero')).toBe('done')
      for (const { id } of await firm.conflicts()) {
        await firm.tenant.run((ctx) => resolveConflict(ctx, id, 'void'))
        await carryOut(firm, id)
      }
      expect(await firm.move('quickbooks')).toBe('done')
    }
    const isOpen = (one: string) => one.includes(' open ')
    expect((await invoicesHere(firm.tenant)).filter(isOpen)).toEqual([expect.stringMatching(/ open 12000$/)])
    expect((await memosHere(firm.tenant)).filter(isOpen)).toEqual([expect.stringMatching(/ open 2000$/)])
  })
})
