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

  it('reads dates that fit several orders in the account’s own', () => {
    expect(guess([['3/4/2026', '1']], { dateFormat: 'DMY' }).dateOrder).toBe('DMY')
  })

  it('reads dates that begin with their year as such, whatever the account’s own order', () => {
    const iso = ['2026-04-03', '1']
    for (const dateFormat of ['MDY', 'DMY', 'YMD'] as const) {
      expect(guess([iso, ['2026-12-31', '1']], { dateFormat }).dateOrder).toBe('YMD')
      expect(guess([iso, ['soon', '1'], ['2026-02-30', '1']], { dateFormat }).dateOrder).toBe('YMD')
    }
    expect(guess([iso, ['3/4/2026', '1']], { dateFormat: 'DMY' }).dateOrder).toBe('DMY')
    expect(guess([iso, ['3/25/2026', '1']], { dateFormat: 'DMY' }).dateOrder).toBe('MDY')
  })

  it('lets no cell that is no date hide what the others show', () => {
    expect(
      guess([
        ['13/4/2026', '1'],
        ['soon', '1'],
        ['31/02/2026', '1'],
      ]).dateOrder,
    ).toBe('DMY')
  })

  it('reads the decimal mark from a figure that tells', () => {
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

  it('reads figures that could be two amounts as files with that delimiter have them', () => {
    expect(guess([['', '1,234']]).decimalMark).toBe('point')
    expect(guess([['', '1.234']], { delimiter: ';' }).decimalMark).toBe('comma')
  })

  it('lets each figure tell by itself where a file mixes both, or where none is unclear', () => {
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
