import { describe, expect, it } from 'vitest'
import { type Candidate, matchCustomer, matchInvoiced } from './match-customer.ts'

const hit = (id: string, by: Candidate['by']): Candidate => ({ id, by, shortName: `Customer ${id}` })

describe('matchCustomer', () => {
  it.each([
    ['nobody', [], null],
    ['by address', [hit('a', 'email')], 'a'],
    ['by name', [hit('a', 'short_name')], 'a'],
    ['by both', [hit('a', 'email'), hit('a', 'short_name')], 'a'],
    [
      'both among several of the address',
      [hit('a', 'email'), hit('b', 'email'), hit('b', 'short_name')],
      'b',
    ],
    ['a company’s name alone is nobody', [hit('a', 'company_name')], null],
  ])('%s', (_, candidates, id) => {
    const match = matchCustomer(candidates)
    expect(match.ok && (match.customer?.id ?? null)).toBe(id)
  })

  it.each([
    ['several of the name', [hit('a', 'short_name'), hit('b', 'short_name')], 'name'],
    ['several of the address', [hit('a', 'email'), hit('b', 'email')], 'email'],
    ['name and address of two', [hit('a', 'email'), hit('b', 'short_name')], 'email'],
  ])('won’t guess: %s', (_, candidates, target) => {
    expect(matchCustomer(candidates)).toMatchObject({ ok: false, target })
  })
})

describe('matchInvoiced', () => {
  it.each([
    ['the name counts for more than the address', [hit('a', 'email'), hit('b', 'short_name')], 'b'],
    ['the company’s name counts', [hit('a', 'company_name')], 'a'],
    ['the address where the name is new', [hit('a', 'email')], 'a'],
    [
      'the address tells several of a name apart',
      [hit('a', 'short_name'), hit('b', 'short_name'), hit('b', 'email')],
      'b',
    ],
    ['nobody', [], null],
  ])('%s', (_, candidates, id) => {
    const match = matchInvoiced(candidates)
    expect(match.ok && (match.customer?.id ?? null)).toBe(id)
  })

  it('won’t guess between several', () => {
    expect(matchInvoiced([hit('a', 'short_name'), hit('b', 'short_name')])).toMatchObject({
      ok: false,
      target: 'name',
    })
    expect(matchInvoiced([hit('a', 'email'), hit('b', 'email')])).toMatchObject({
      ok: false,
      target: 'email',
    })
  })
})
