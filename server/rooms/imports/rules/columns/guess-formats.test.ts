import { describe, expect, it } from 'vitest'
import { guessFormats } from './guess-formats.ts'

const file = { delimiter: ',', dateFormat: 'MDY', currency: 'USD' } as const
const mapping = { invoice_date: 0, total: 1 }
const guess = (
  rows: string[][],
  given: Partial<{ delimiter: string; dateFormat: 'MDY' | 'DMY' | 'YMD' }> = {},
) => guessFormats(mapping, rows, { ...file, ...given })

describe('guessFormats', () => {
  it('reads the date order from a day beyond the twelfth', () => {
    expect(
      guess([
        ['3/4/2026', '1'],
        ['13/4/2026', '1'],
      ]).dateOrder,
    ).toBe('DMY')
    expect(
      guess(
        [
          ['3/4/2026', '1'],
          ['4/13/2026', '1'],
        ],
        { dateFormat: 'DMY' },
      ).dateOrder,
    ).toBe('MDY')
  })

  it("reads ambiguous dates in the account's own order", () => {
    expect(guess([['3/4/2026', '1']], { dateFormat: 'DMY' }).dateOrder).toBe('DMY')
  })

  it("recognizes dates that begin with the year, whatever the account's order", () => {
    const iso = ['2026-04-03', '1']
    for (const dateFormat of ['MDY', 'DMY', 'YMD'] as const) {
      expect(guess([iso, ['2026-12-31', '1']], { dateFormat }).dateOrder).toBe('YMD')
      expect(guess([iso, ['soon', '1'], ['2026-02-30', '1']], { dateFormat }).dateOrder).toBe('YMD')
    }
    expect(guess([iso, ['3/4/2026', '1']], { dateFormat: 'DMY' }).dateOrder).toBe('DMY')
    expect(guess([iso, ['3/25/2026', '1']], { dateFormat: 'DMY' }).dateOrder).toBe('MDY')
  })

  it('ignores cells that are not dates', () => {
    expect(
      guess([
        ['13/4/2026', '1'],
        ['soon', '1'],
        ['31/02/2026', '1'],
      ]).dateOrder,
    ).toBe('DMY')
  })

  it('reads the decimal mark from an unambiguous figure', () => {
    expect(
      guess([
        ['', '1.234,56'],
        ['', '1.234'],
      ]).decimalMark,
    ).toBe('comma')
    expect(
      guess([
        ['', '1,234.56'],
        ['', '1,234'],
      ]).decimalMark,
    ).toBe('point')
  })

  it("reads ambiguous figures by the file's delimiter", () => {
    expect(guess([['', '1,234']]).decimalMark).toBe('point')
    expect(guess([['', '1.234']], { delimiter: ';' }).decimalMark).toBe('comma')
  })

  it('decides per figure when a file mixes both marks, or when none is ambiguous', () => {
    expect(
      guess([
        ['', '1.234,56'],
        ['', '1,234.56'],
        ['', '1.234'],
      ]).decimalMark,
    ).toBe('auto')
    expect(
      guess([
        ['', '12'],
        ['', '13'],
      ]).decimalMark,
    ).toBe('auto')
  })
})
