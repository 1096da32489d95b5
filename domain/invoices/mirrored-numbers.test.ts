import { describe, expect, it } from 'vitest'
import { mirroredNumbers } from './mirrored-numbers.ts'

const XERO = 'e84f2bcc-6a3b-4dfe-af4d-fef207474ac2'

describe('numbers of records from other books', () => {
  it('are their own, then with a short part of the id, then with all of it, then counted', () => {
    expect(mirroredNumbers('1042', XERO).slice(0, 3)).toEqual(['1042', '1042 (e84f2bcc)', `1042 (${XERO})`])
    expect(mirroredNumbers('1042', '917').slice(0, 4)).toEqual([
      '1042',
      '1042 (917)',
      '1042 (917, 2)',
      '1042 (917, 3)',
    ])
  })

  it('are made of the id alone without one', () => {
    expect(mirroredNumbers('', `overpayment:${XERO}`).slice(0, 2)).toEqual([
      '#e84f2bcc',
      `#overpayment:${XERO}`,
    ])
    expect(mirroredNumbers('', '917').slice(0, 2)).toEqual(['#917', '#917, 2'])
  })
})
