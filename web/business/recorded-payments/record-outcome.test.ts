import { describe, expect, it } from 'vitest'
import { customerOutcome, invoiceOutcome } from './record-outcome.ts'

const owed = { currency: 'USD', owedMinor: 10_000n, underWayMinor: 0n }
const underWay = { ...owed, underWayMinor: 3_000n }

describe('outcome sentence of a recorded payment', () => {
  it.each([
    [owed, 4_000n, 'Copper Kettle will owe $60.00.'],
    [owed, 10_000n, 'Copper Kettle will owe nothing.'],
    [owed, 12_000n, 'Copper Kettle will owe nothing, and $20.00 becomes credit.'],
    [underWay, 4_000n, 'Copper Kettle will owe $60.00, including $30.00 pending.'],
    [underWay, 7_000n, 'Copper Kettle will owe $30.00, already pending.'],
    [underWay, 10_000n, 'Copper Kettle will owe $30.00, already pending, and $30.00 becomes credit.'],
  ])('names the customer’s balance afterwards', (before, minor, sentence) => {
    expect(customerOutcome('Copper Kettle', before, minor)).toBe(sentence)
  })

  it.each([
    [owed, 4_000n, '$60.00 will remain due on INV-7.'],
    [owed, 10_000n, 'This pays INV-7 in full.'],
    [owed, 12_000n, 'This pays INV-7 in full, and $20.00 becomes credit for Copper Kettle.'],
    [underWay, 4_000n, '$30.00 will remain due on INV-7, plus $30.00 pending.'],
    [underWay, 7_000n, 'This pays INV-7 once the $30.00 pending clears.'],
    [
      underWay,
      8_000n,
      'This pays INV-7 once the $30.00 pending clears, and $10.00 becomes credit for Copper Kettle.',
    ],
  ])('names the invoice’s state afterwards', (before, minor, sentence) => {
    expect(invoiceOutcome({ number: 'INV-7', payer: 'Copper Kettle' }, before, minor)).toBe(sentence)
  })
})
