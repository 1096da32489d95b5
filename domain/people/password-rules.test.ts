import { describe, expect, it } from 'vitest'
import { FURTHER_COMMON_PASSWORDS } from './common-passwords.ts'
import { checkPassword, companyWords, PASSWORD_TEXTS } from './password-rules.ts'

const context = {
  commonPasswords: new Set([
    'password',
    'qwertyuiop',
    'iloveyou',
    'summer',
    'changeme',
    ...FURTHER_COMMON_PASSWORDS,
  ]),
  companyName: 'The Acme Rocket Co.',
  email: 'ada.king@example.com',
}
const check = (password: string) => checkPassword(password, context)

describe('passwords', () => {
  it('are 8 to 128 characters of any kind', () => {
    expect(check('x7#kPq2')).toBe('too_short')
    expect(check('x7#kPq2w')).toBeNull()
    expect(check('violet tractor 19 hums')).toBeNull()
    expect(check('пароль с пробелами')).toBeNull()
    expect(check('🦊🐙🦉🐝🦕🐳🦩')).toBe('too_short')
    expect(check('🦊🐙🦉🐝🦕🐳🦩🐢')).toBeNull()
    expect(check(`z${'kq7'.repeat(42)}`)).toBeNull()
    expect(check(`z${'kq7'.repeat(43)}`)).toBe('too_long')
    expect(check(' leading and trailing ')).toBeNull()
  })

  it('are not among the common ones, in any case, nor a plain run', () => {
    for (const password of ['password1', 'PassWord1', 'qwertyuiop', 'Iloveyou2', 'Summer2026', 'changeme']) {
      expect(check(password)).toBe('common')
    }
    for (const password of [
      'Payments2026',
      'invoices!',
      'password-1',
      '12121212',
      'testTest',
      'qwertyqwerty',
    ]) {
      expect(check(password)).toBe('common')
    }
    for (const password of ['password of the day', '1password-ish', 'summer-in-2026!', 'xqxqxqx7']) {
      expect(check(password)).toBeNull()
    }
    for (const password of ['kkkkkkkkkkkk', '3456789:;', 'ponmlkji', 'ada.king@example.com', 'Ada.King']) {
      expect(check(password)).toBe('common')
    }
  })

  it('contain neither the product nor the company', () => {
    expect(check('myQuittance77')).toBe('contains_product')
    expect(check('ROCKETs-away-9')).toBe('contains_company')
    expect(check('x-acme-2291!')).toBe('contains_company')
    // 'the' and 'co' are too short to count.
    expect(check('other-cobalt-71')).toBeNull()
    expect(companyWords('The Acme Rocket Co.')).toEqual(['acme', 'rocket', 'theacmerocketco'])
    expect(companyWords('')).toEqual([])
    expect(checkPassword('x7#kPq2w', { commonPasswords: new Set() })).toBeNull()
  })

  it('have a text for each problem, and the list is normalized', () => {
    for (const text of Object.values(PASSWORD_TEXTS)) expect(text).toMatch(/\.$/)
    for (const password of FURTHER_COMMON_PASSWORDS) expect(password).toBe(password.toLowerCase())
  })
})
