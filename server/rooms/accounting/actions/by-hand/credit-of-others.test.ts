import { describe, expect, it } from 'vitest'
import { owedOfBoth, postAsCredit } from '../../../../../testing/accounting/firm-steps.ts'
import { type MovingFirm, setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { verifyLedger } from '../../../ledger/index.ts'

/*
 * QuickBooks got a payment as credit, which settles nothing there. Clio takes no credit of a payment, so a person enters in Clio what it
 * settles here, and QuickBooks keeps the credit as it is.
 */

/** Records a payment of 80 of two invoices, of 120 and 70, which QuickBooks got as credit. Returns its id. */
const payAsCredit = async (firm: MovingFirm): Promise<string> =>
  (await postAsCredit(firm, { 1042: 120, 1043: 70 }, () => firm.payTwo('50.00', '30.00'))).pk

/** Moves to Clio, which has the same two invoices as bills, and 50 paid on the first one if `isPaid`. Returns their ids there. */
async function moveToClio(firm: MovingFirm, isPaid = false): Promise<readonly [string, string]> {
  const { books } = firm.clio
  const client = books.addContact('Alder Clinic')
  const bills = [books.addBill(client, 120, '1042'), books.addBill(client, 70, '1043')] as const
  if (isPaid) books.pay(bills[0], 50)
  expect(await firm.move('clio')).toBe('done')
  return bills
}

/** Expects one question, which says that Clio lacks the payment, and no task. */
async function expectLacking(firm: MovingFirm): Promise<void> {
  expect([await firm.titles(), await firm.tasks()]).toEqual([
    [expect.stringMatching(/^Clio does not have payment PAY-/)],
    [],
  ])
}

async function expectAgreement(firm: MovingFirm, owed: readonly bigint[]): Promise<void> {
  expect([await firm.titles(), await firm.tasks(), await owedOfBoth(firm)]).toEqual([[], [], owed])
  expect((await firm.tenant.run(verifyLedger)).differences).toEqual([])
}

describe.each([
  ['takes payments', false],
  ['has closed its period', true],
])('credit in QuickBooks, which %s when the account comes back', (_, isClosed) => {
  const firm = setUpMovingFirm()
  const creditThere = () =>
    firm.intuit.books.list('Payment').map(({ Id, TotalAmt, UnappliedAmt }) => [Id, TotalAmt, UnappliedAmt])
  let before: unknown

  it('is to be entered in Clio, and settles its bills once', async () => {
    const { clio } = firm
    await payAsCredit(firm)
    before = creditThere()
    const [first, second] = await moveToClio(firm)
    await expectLacking(firm)
    expect(await owedOfBoth(firm)).toEqual([7000n, 4000n])
    clio.books.pay(first, 50)
    clio.books.pay(second, 30)
    await firm.decide(/does not have payment/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    await expectAgreement(firm, [7000n, 4000n])
  })

  it('is left as it was by the way back', async () => {
    firm.intuit.books.isClosed = isClosed
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(creditThere()).toEqual(before)
    await expectAgreement(firm, [7000n, 4000n])
  })
})

describe('credit in QuickBooks for two invoices, one of which Clio has as paid', () => {
  const firm = setUpMovingFirm()
  it('is to be entered for the other one after they are joined', async () => {
    const { clio } = firm
    await payAsCredit(firm)
    const [, second] = await moveToClio(firm, true)
    await firm.decide(/1042 differs/, 'same_record')
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    await expectLacking(firm)
    expect(await owedOfBoth(firm)).toEqual([7000n, 4000n])
    clio.books.pay(second, 30)
    await firm.decide(/does not have payment/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    await expectAgreement(firm, [7000n, 4000n])
  })
})

describe('credit in QuickBooks that is paid back before anybody has entered it in Clio', () => {
  const firm = setUpMovingFirm()
  it('is to be entered there no more', async () => {
    const pk = await payAsCredit(firm)
    await moveToClio(firm)
    await expectLacking(firm)
    await firm.refund(pk, '80.00')
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    await expectAgreement(firm, [12_000n, 7000n])
  })
})

describe('credit in QuickBooks of which a part is paid back before anybody has entered it in Clio', () => {
  const firm = setUpMovingFirm()
  it('is to be entered there without that part', async () => {
    const { clio } = firm
    const { pk } = await postAsCredit(firm, { 1042: 120, 1043: 70 }, () => firm.pay('1042', '50.00'))
    const [bill] = await moveToClio(firm)
    await firm.refund(pk, '10.00')
    expect(await firm.sync()).toBe('done')
    await expectLacking(firm)
    const [conflict] = await firm.conflicts()
    expect(conflict!.ours[0]).toEqual({ label: 'Amount', value: '$40.00' })
    expect(await owedOfBoth(firm)).toEqual([8000n, 7000n])
    clio.books.pay(bill, 40)
    await firm.decide(/does not have payment/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    await expectAgreement(firm, [8000n, 7000n])
  })
})

describe('credit in QuickBooks of a payment of no invoice', () => {
  const firm = setUpMovingFirm()
  it('is not to be entered in Clio, where money settles a bill', async () => {
    await postAsCredit(firm, { 1042: 120, 1043: 70 }, () => firm.pay('1042', '30.00', ''))
    await moveToClio(firm)
    expect(await firm.sync()).toBe('done')
    await expectAgreement(firm, [12_000n, 7000n])
  })
})
