import { describe, expect, it } from 'vitest'
import { type Candidate, matchCustomer, matchInvoiced } from './match-customer.ts'

const hit = (id: string, by: Candidate['by']): Candidate => ({ id, by, shortName: `Customer ${id}` })

describe('matchCustomer', () => {
  it.each([
    ['no candidate', [], null],
    ['by address', [hit('a', 'email')], 'a'],
    ['by name', [hit('a', 'short_name')], 'a'],
    ['by both', [hit('a', 'email'), hit('a', 'short_name')], 'a'],
    [
      'by both when several have the address',
      [hit('a', 'email'), hit('b', 'email'), hit('b', 'short_name')],
      'b',
    ],
    ['no match by company name alone', [hit('a', 'company_name')], null],
  ])('%s', (_, candidates, id) => {
    const match = matchCustomer(candidates)
    expect(match.ok && (match.customer?.id ?? null)).toBe(id)
  })

  it.each([
    ['several with the name', [hit('a', 'short_name'), hit('b', 'short_name')], 'name'],
    ['several with the address', [hit('a', 'email'), hit('b', 'email')], 'email'],
    ['name and address of different customers', [hit('a', 'email'), hit('b', 'short_name')], 'email'],
  ])('refuses to guess: %s', (_, candidates, target) => {
    expect(matchCustomer(candidates)).toMatchObject({ ok: false, target })
  })
})

describe('matchInvoiced', () => {
  it.each([
    ['the name takes precedence over the address', [hit('a', 'email'), hit('b', 'short_name')], 'b'],
    ['by company name', [hit('a', 'company_name')], 'a'],
    ['by address when the name is new', [hit('a', 'email')], 'a'],
    [
      'the address chooses among several with the name',
      [hit('a', 'short_name'), hit('b', 'short_name'), hit('b', 'email')],
      'b',
    ],
    ['no candidate', [], null],
  ])('%s', (_, candidates, id) => {
    const match = matchInvoiced(candidates)
    expect(match.ok && (match.customer?.id ?? null)).toBe(id)
  })

  it('refuses to guess between several', () => {
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
