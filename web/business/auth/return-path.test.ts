import { describe, expect, it } from 'vitest'
import { returnPath } from './return-path.ts'

describe('returnPath', () => {
  it.each([
    '/',
    '/invoices?view=open&aging=days_30',
    '/customers/0190',
    '/settings/profile#password',
    '/customer-portal',
    '/quickbooks-disconnect',
    '/migration-started',
    '/registration/plan-selection',
    '/choose-account-type?account_type=local',
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
    '///evil.test',
    '////evil.test',
    'http:evil.test',
    'https:/evil.test',
    '/%5cevil.test',
    '/%2f%2fevil.test',
    '/.evil.test',
    '/@evil.test',
    '/invoices@evil.test',
    '/:80@evil.test',
    '//user:pw@evil.test/invoices',
    '/invoices/../..//evil.test',
    '／／evil.test',
    '/／evil.test',
    '/\u2028/evil.test',
    '/\u00a0/evil.test',
    '\ufeff//evil.test',
    ' //evil.test',
    'data:text/html,<script>alert(1)</script>',
    'JaVaScRiPt:alert(1)',
    'blob:http://localhost/1',
    ['/invoices'],
    { toString: () => '/invoices' },
    undefined,
    7,
  ])('refuses %s', (path) => {
    expect(returnPath(path)).toBeNull()
  })
})
