import { describe, expect, it } from 'vitest'
import { returnPath } from './return-path.ts'

describe('returnPath', () => {
  it.each([
    '/',
    '/invoices?view=open&aging=days_30',
    '/customers/0190',
    '/settings/profile#password',
    '/?activate_system=true',
  ])('keeps %s', (path) => {
    expect(returnPath(path)).toBe(path)
  })

  it.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/invoices\\..\\..\\evil',
    '/\t/evil.test',
    '/invoices\n',
    'javascript:alert(1)',
    'invoices',
    '',
    '/login?next=/login',
    '/unknown',
    '/./..//evil.test',
    undefined,
    7,
  ])('refuses %s', (path) => {
    expect(returnPath(path)).toBeNull()
  })
})
