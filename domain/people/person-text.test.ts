import { describe, expect, it } from 'vitest'
import { initials, isCompanyName, isEmailAddress, isPersonName, normalizeEmail } from './person-text.ts'

describe('names', () => {
  it('forbid special characters', () => {
    for (const character of '!"`#%:;<>=@{}~$()*+\\/?[]^|') {
      expect(isPersonName(`Ada${character}Lovelace`)).toBe(false)
    }
    for (const hidden of ['\u0000', '\n', '\u202e', '\u200b', '\ud800']) {
      expect(isPersonName(`Ada${hidden}Lovelace`)).toBe(false)
    }
  })

  it('allow an apostrophe inside a name only', () => {
    for (const name of ["O'Brien", 'D’Angelo', "Siobhán O'Neill-Smith", "James' Son"]) {
      expect(isPersonName(name)).toBe(true)
    }
    for (const name of ["'Brien", "Brien'", "'", "O ' Brien", "O''Brien", "1'2"]) {
      expect(isPersonName(name)).toBe(false)
    }
  })

  it('accept names from many languages', () => {
    for (const name of ['李小龙', 'Åsa Öberg', 'José da Silva Jr.', 'Smith, John & Co', 'محمد علي', 'Z']) {
      expect(isPersonName(name)).toBe(true)
    }
    expect(isPersonName('')).toBe(false)
    expect(isPersonName('   ')).toBe(false)
    expect(isPersonName('a'.repeat(151))).toBe(false)
  })
})

describe('company names', () => {
  it('do not end with an email address in brackets', () => {
    for (const name of [
      '"Evil" <spoof@bank.test>',
      '<spoof@bank.test> ',
      'Evil < spoof@bank >',
      'a <<b@c.test>',
    ])
      expect(isCompanyName(name)).toBe(false)
  })

  it('accept the symbols of company names', () => {
    for (const name of [
      'Müller & Söhne GmbH',
      '株式会社',
      "O'Brien",
      '"A.B. Smith, LLC"',
      'Joe "the Plumber" Inc.',
      'M@ple <Works>',
      'Cafe @ Home',
      '',
    ])
      expect(isCompanyName(name)).toBe(true)
  })
})

describe('e-mail addresses', () => {
  it('have a plain form', () => {
    for (const text of [
      'ada@example.com',
      'a.b+tag@sub.example.co.uk',
      "o'brien@example.com",
      'x@xn--bcher-kva.example',
    ]) {
      expect(isEmailAddress(text)).toBe(true)
    }
  })

  it.each([
    '"a@evil x"@corp.example',
    '"quoted"@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a b@example.com',
    'a@b@example.com',
    '@example.com',
    'a@',
    'a@localhost',
    'a@example',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a@-example.com',
    'a@example-.com',
    'a@example..com',
    'a@.com',
    'a@example.com.',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@example.c',
    'a(comment)@example.com',
    'a,b@example.com',
    'a<b@example.com',
    '<a@example.com>',
    'a@exämple.com',
    ' a@example.com',
    'a@example.com ',
    'a@example.com\u0000',
    '',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('refuses %j', (text) => {
    expect(isEmailAddress(text)).toBe(false)
  })

  it('are normalized for comparison', () => {
    expect(normalizeEmail(' Ada@Example.COM ')).toBe('ada@example.com')
  })
})

describe('adversarial texts', () => {
  it('50 kB take less than half a second of a processor, where quadratic work takes many', () => {
    const size = 50_000
    const texts = ['1', ' ', '(', '-', 'a', "a'", 'a.', 'a@', '@', '.', '\u0301', '👍'].flatMap((unit) => {
      const long = unit.repeat(size / unit.length)
      return [long, `${long}!`, `a@${long}`, `${long}@example.com`]
    })
    for (const text of texts) {
      const before = process.cpuUsage()
      isPersonName(text)
      isCompanyName(text)
      isEmailAddress(text)
      initials(text)
      const { user } = process.cpuUsage(before)
      expect(user / 1000).toBeLessThan(500)
    }
  })
})

describe('initials', () => {
  it('are the first letters of the first and last word', () => {
    expect(initials('Ada King Lovelace')).toBe('AL')
    expect(initials('acme')).toBe('A')
    expect(initials('  Jean-Luc   Picard ')).toBe('JP')
    expect(initials('J. R. Hartley & Sons')).toBe('JS')
    expect(initials('Ünal Öz')).toBe('ÜÖ')
    expect(initials('3M Company')).toBe('3C')
    expect(initials('')).toBe('?')
    expect(initials('!!!')).toBe('?')
  })
})
