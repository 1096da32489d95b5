import { describe, expect, it } from 'vitest'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { waiveLateFees } from '../../../invoices/index.ts'
import { verifyLedger } from '../../../ledger/index.ts'

/*
 * A late fee that QuickBooks has as a line is owed in other books too that are without it: in Clio, where nobody enters fees, and in Xero.
 * It is no change to enter in either.
 */

type Firm = ReturnType<typeof setUpMovingFirm>

/** Charges a fee of 15 on an invoice of 80, and posts it to QuickBooks. */
async function chargeInQuickBooks(firm: Firm): Promise<void> {
  firm.addToQuickBooks({ 1042: 80 })
  expect(await firm.connect('quickbooks')).toBe('done')
  await firm.chargeFee('1042')
  expect(await firm.sync()).toBe('done')
}

/** Charges a fee of 15 on an invoice of 80, posts it to QuickBooks, and moves to Clio, whose bill is of `total`. */
async function moveWithFee(firm: Firm, total: number): Promise<string> {
  const { clio } = firm
  await chargeInQuickBooks(firm)
  const bill = clio.books.addBill(clio.books.addContact('Alder Clinic'), total, '1042')
  expect(await firm.move('clio')).toBe('done')
  expect(await firm.titles()).toEqual([])
  expect(await firm.owed('1042')).toBe(9500n)
  return bill
}

const waive = (firm: Firm) =>
  firm.tenant.run(async (ctx) => {
    const { id } = await ctx.db.selectFrom('late_fees').select('id').executeTakeFirstOrThrow()
    return waiveLateFees(ctx, [id], 'Goodwill', '2026-11-20')
  })

describe.each([
  ['takes payments', false],
  ['has closed its period', true],
])('a late fee that only QuickBooks has, which %s when the account comes back', (_, isClosed) => {
  const firm = setUpMovingFirm()
  it('is owed in Clio, and once after the way back', async () => {
    const { intuit } = firm
    await moveWithFee(firm, 80)
    intuit.books.isClosed = isClosed
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), await firm.owed('1042')]).toEqual([[], 9500n])
    expect(intuit.books.list('Invoice').map(({ Balance }) => Balance)).toEqual([95])
  })
})

describe.each([80, 95])('a late fee that is waived in Clio, whose bill is of %d', (total) => {
  const firm = setUpMovingFirm()
  it('is owed no more', async () => {
    await moveWithFee(firm, total)
    await waive(firm)
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(await firm.owed('1042')).toBe(8000n)
  })
})

describe('a late fee that is waived in Clio, whose bill lacks it', () => {
  const firm = setUpMovingFirm()
  it('is told nobody there, and removed in QuickBooks after the way back', async () => {
    const { intuit } = firm
    await moveWithFee(firm, 80)
    await waive(firm)
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), await firm.tasks()]).toEqual([[], []])
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), await firm.owed('1042')]).toEqual([[], 8000n])
    expect(intuit.books.list('Invoice').map(({ Balance }) => Balance)).toEqual([80])
  })
})

/** Moves to Xero, whose invoice is of `total`, and expects that this asks nobody anything and that `owed` is owed. */
async function moveToXero(firm: Firm, total: number, owed: bigint): Promise<void> {
  const { 1042: moved } = firm.addToXero({ 1042: total })
  expect(await firm.move('xero')).toBe('done')
  expect(await firm.sync()).toBe('done')
  expect([await firm.titles(), await firm.tasks(), await firm.owed('1042')]).toEqual([[], [], owed])
  expect(firm.xero.books.find('Invoices', moved!)).toMatchObject({ Total: total, AmountDue: total })
  expect((await firm.tenant.run(verifyLedger)).differences).toEqual([])
}

describe.each([80, 95])(
  'a late fee of QuickBooks that Clio lacked, in Xero, whose invoice is of %d',
  (total) => {
    const firm = setUpMovingFirm()
    it('is owed once', async () => {
      await moveWithFee(firm, 80)
      await moveToXero(firm, total, 9500n)
    })
  },
)

describe.each([80, 95])('a late fee of QuickBooks in Xero, whose invoice is of %d', (total) => {
  const firm = setUpMovingFirm()
  it('is owed once', async () => {
    await chargeInQuickBooks(firm)
    await moveToXero(firm, total, 9500n)
  })
})

describe('a late fee that is waived in Clio, and that Xero lacks too', () => {
  const firm = setUpMovingFirm()
  it('is owed no more', async () => {
    await moveWithFee(firm, 80)
    await waive(firm)
    expect(await firm.sync()).toBe('done')
    await moveToXero(firm, 80, 8000n)
  })
})

describe('a late fee that QuickBooks took only after Clio', () => {
  const firm = setUpMovingFirm()
  it('asks nobody anything after the way back to Clio, once its payment was entered in both', async () => {
    const { intuit, clio, tenant } = firm
    const { customer, 1042: invoice } = firm.addToQuickBooks({ 1042: 80 })
    const payThere = (amount: number, key: string) =>
      intuit.books.pay(key, {
        ...{ CustomerRef: { value: customer! }, TotalAmt: amount, PaymentRefNum: key },
        Line: [{ Amount: amount, LinkedTxn: [{ TxnId: invoice!, TxnType: 'Invoice' }] }],
      })
    expect(await firm.connect('quickbooks')).toBe('done')
    intuit.books.isClosed = true
    await firm.chargeFee('1042')
    expect(await firm.sync()).toBe('done')
    const bill = clio.books.addBill(clio.books.addContact('Alder Clinic'), 80, '1042')
    expect(await firm.move('clio')).toBe('done')
    await firm.pay('1042', '95.00')
    expect(await firm.sync()).toBe('done')
    clio.books.pay(bill, 80)
    expect(await firm.sync()).toBe('done')
    intuit.books.isClosed = false
    payThere(80, 'CHK-1')
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.sync()).toBe('done')
    payThere(15, 'CHK-2')
    await firm.decide(/only a part/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect(await firm.owed('1042')).toBe(0n)
    expect(await firm.move('clio')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), await firm.tasks(), await firm.owed('1042')]).toEqual([[], [], 0n])
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })
})
