import { describe, expect, it } from 'vitest'
import { isRequestId } from '../parsing/request-key.ts'
import { searchable } from '../parsing/search-text.ts'
import { formatDocumentNumber, isDocumentNumber } from './document-number.ts'

describe('document numbers', () => {
  it('are a prefix and a padded value', () => {
    expect(formatDocumentNumber('INV-', 42, 4)).toBe('INV-0042')
    expect(formatDocumentNumber('', 123456n, 4)).toBe('123456')
    expect(formatDocumentNumber('CM', 0, 1)).toBe('CM0')
  })

  it('are 1 to 40 printable characters', () => {
    for (const text of ['1', 'INV-0042', 'A/B #7', '請求書-1', '=1+1', 'x'.repeat(40)]) {
      expect(isDocumentNumber(text)).toBe(true)
    }
    for (const text of [
      '',
      ' ',
      ' 1',
      '1 ',
      'a\tb',
      'a\nb',
      'a\u0000',
      'a\u202eb',
      'a\u00a0b',
      'x'.repeat(41),
      'a\ud800',
    ]) {
      expect(isDocumentNumber(text)).toBe(false)
    }
  })
})

describe('request keys', () => {
  it('are 8 to 100 plain characters', () => {
    for (const text of ['0198c5c2-7a1e-7000-8000-000000000000', 'a.b:c_d-', 'x'.repeat(100)]) {
      expect(isRequestId(text)).toBe(true)
    }
    for (const text of [
      '',
      'short',
      'x'.repeat(101),
      'with space',
      'sláinte-1',
      'new\nline1',
      "quote'12",
      'abcdefgh\n',
    ]) {
      expect(isRequestId(text)).toBe(false)
    }
  })
})

describe('search text', () => {
  it('ignores 1 and 2 characters, searches for nothing or 3 and more', () => {
    expect(searchable('')).toBe('')
    expect(searchable('   ')).toBe('')
    expect(searchable('a')).toBeNull()
    expect(searchable('ab')).toBeNull()
    expect(searchable('abc')).toBe('abc')
    expect(searchable('👍👍')).toBeNull()
  })

  it('trims before it counts', () => {
    expect(searchable('  ab  ')).toBeNull()
    expect(searchable('  abc ')).toBe('abc')
  })
})
