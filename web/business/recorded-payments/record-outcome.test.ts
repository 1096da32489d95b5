import { describe, expect, it } from 'vitest'
import { customerOutcome, invoiceOutcome } from './record-outcome.ts'

const owed = { currency: 'USD', owedMinor: 10_000n, underWayMinor: 0n }
const underWay = { ...owed, underWayMinor: 3_000n }

describe('outcome sentence of a recorded payment', () => {
  it.each([
    [owed, 4_000n, 'Copper Kettle will owe $60.00.'],
    [owed, 10_000n, 'Copper Kettle will owe nothing more.'],
    [owed, 12_000n, 'Copper Kettle will owe nothing more, and $20.00 stays as their credit.'],
    [underWay, 4_000n, 'Copper Kettle will owe $60.00, of which $30.00 is being paid already.'],
    [underWay, 7_000n, 'Copper Kettle will owe $30.00, which is being paid already.'],
    [
      underWay,
      10_000n,
      'Copper Kettle will owe $30.00, which is being paid already, and $30.00 stays as their credit.',
    ],
  ])('names the customer’s balance afterwards', (before, minor, sentence) => {
    expect(customerOutcome('Copper Kettle', before, minor)).toBe(sentence)
  })

  it.each([
    [owed, 4_000n, '$60.00 of INV-7 remains to be paid.'],
    [owed, 10_000n, 'INV-7 is then paid in full.'],
    [owed, 12_000n, 'INV-7 is then paid in full, and $20.00 stays as credit of Copper Kettle.'],
    [underWay, 4_000n, '$30.00 of INV-7 remains to be paid, besides the $30.00 that is being paid already.'],
    [underWay, 7_000n, 'INV-7 is paid once the $30.00 under way has arrived.'],
    [
      underWay,
      8_000n,
      'INV-7 is paid once the $30.00 under way has arrived, and $10.00 stays as credit of Copper Kettle.',
    ],
  ])('names the invoice’s state afterwards', (before, minor, sentence) => {
    expect(invoiceOutcome({ number: 'INV-7', payer: 'Copper Kettle' }, before, minor)).toBe(sentence)
  })
})
