import { describe, expect, it } from 'vitest'
import { findPeriodProblem } from './statement-period.ts'

const today = '2026-11-20'

describe('the period of a statement', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-10-01', '2026-10-31'],
    ['2024-11-21', '2026-11-20'],
    ['2024-02-29', '2026-02-27'],
  ])('can be %s to %s', (from, to) => {
    expect(findPeriodProblem({ from, to }, today)).toBeNull()
  })

  it.each([
    ['2026-11-10', '2026-11-09', 'to', 'The period ends before it begins.'],
    ['2026-11-01', '2026-11-21', 'to', 'The period can’t end in the future.'],
    ['2026-11-21', '2026-11-21', 'from', 'The period can’t begin in the future.'],
    ['2026-11-21', '2026-11-01', 'from', 'The period can’t begin in the future.'],
    ['2024-11-20', '2026-11-20', 'to', 'Choose a period of at most 24 months.'],
    ['1900-01-01', '2026-11-20', 'to', 'Choose a period of at most 24 months.'],
  ])('can’t be %s to %s', (from, to, field, message) => {
    expect(findPeriodProblem({ from, to }, today)).toEqual({ field, message })
  })
})
