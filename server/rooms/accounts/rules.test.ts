import { describe, expect, it } from 'vitest'
import { isSubDomain, randomSubDomain, readSurcharge, subDomainCandidates } from './rules.ts'

describe('subDomainCandidates', () => {
  it.each([
    ['Brightwater Supply Co.', 'brightwater-supply-co'],
    ['  Müller & Söhne GmbH ', 'muller-and-sohne-gmbh'],
    ["O'Brien’s Café", 'obriens-cafe'],
    ['3M', '3m-2'],
    ['a'.repeat(80), 'a'.repeat(34)],
    ['Admin', 'admin-2'],
  ])('derives for %s first %s', (name, first) => {
    expect(subDomainCandidates(name, 'ab12')[0]).toBe(first)
  })

  it('offers only valid names', () => {
    for (const name of ['---', '株式会社', '', '!!!']) expect(subDomainCandidates(name, 'ab12')).toEqual([])
    for (const name of ['www', 'API', 'x', 'Pay', 'Ünïcode ltd', 'a-'.repeat(40)]) {
      const candidates = subDomainCandidates(name, 'ab12')
      expect(candidates.every(isSubDomain)).toBe(true)
      expect(candidates.every((candidate) => candidate.length <= 40)).toBe(true)
    }
  })
})

describe('isSubDomain', () => {
  it.each(['acme', 'a1b', 'a-b-c', '123', 'x'.repeat(40)])('accepts %s', (name) => {
    expect(isSubDomain(name)).toBe(true)
  })
  it.each([
    'ab',
    'x'.repeat(41),
    '-acme',
    'acme-',
    'Acme',
    'a_b',
    'a.b',
    'a b',
    'www',
    'admin',
    'quittance',
    '',
  ])('refuses %s', (name) => {
    expect(isSubDomain(name)).toBe(false)
  })
})

it('generates readable random names', () => {
  for (let byte = 0; byte < 256; byte++) {
    const name = randomSubDomain(new Uint8Array([byte, 255 - byte, byte, 7]))
    expect(name).toMatch(/^[a-z]+-[a-z]+-\d{4}$/)
    expect(isSubDomain(name)).toBe(true)
  }
})

describe('readSurcharge', () => {
  it.each([
    ['0', 0],
    ['2.9', 29_000],
    ['2.9125', 29_125],
    ['10', 100_000],
  ])('reads %s %', (text, ppm) => {
    expect(readSurcharge(text)).toBe(ppm)
  })
  it.each(['10.0001', '100', '-1', '2,9', '2.91255', 'abc', '', '1e1', '２'])('refuses %s', (text) => {
    expect(readSurcharge(text)).toBeNull()
  })
})
