import { describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { documentOf } from './document-of.ts'

const ACCOUNT = '0197a000-0000-7000-8000-000000000001'
const OTHER = '0197a000-0000-7000-8000-000000000002'
const INVOICE = '0197a000-0000-7000-8000-000000000003'
const ROUTES = [contract.invoices.pdf, contract.creditMemos.pdf]
const GOOD = `/api/accounts/${ACCOUNT}/invoices/${INVOICE}/pdf/`

const HOSTILE = [
  ...[
    '',
    ' ',
    '/',
    '//',
    '///',
    '/api/',
    '/api',
    '.',
    '..',
    '#',
    '?',
    '*',
    'null',
    'undefined',
    '[object Object]',
  ],
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)'],
  ...[
    'data:application/pdf;base64,JVBERi0=',
    'blob:https://app.test/1',
    'file:///etc/passwd',
    'ftp://evil.test/a.pdf',
  ],
  ...[
    'http://evil.test/a.pdf',
    'https://evil.test/a.pdf',
    'HTTPS://EVIL.TEST/',
    '//evil.test/a.pdf',
    '///evil.test',
  ],
  ...['/\\evil.test', '\\\\evil.test', '/\t/evil.test', '/%5c/evil.test', '/%2f/evil.test', '/@evil.test'],
  ...[
    `https://evil.test${GOOD}`,
    `//evil.test${GOOD}`,
    `/\\evil.test${GOOD}`,
    `https://app.test@evil.test${GOOD}`,
  ],
  ...[
    `${GOOD}?next=//evil.test`,
    `${GOOD}#x`,
    `${GOOD}%00`,
    `${GOOD}..`,
    `${GOOD}../../x`,
    `${GOOD};x`,
    ` ${GOOD}`,
  ],
  ...[
    `/api/accounts/${ACCOUNT}/invoices/../../../dev/mail/`,
    `/api/accounts/${ACCOUNT}/invoices/%2e%2e/pdf/`,
  ],
  ...[`/api/accounts/${ACCOUNT}/invoices/1/pdf/`, `/api/accounts/${ACCOUNT}/invoices/${INVOICE}/`],
  ...[
    `/api/accounts/${ACCOUNT}/invoices/${INVOICE}/pdf/x/`,
    `/api//accounts/${ACCOUNT}/invoices/${INVOICE}/pdf/`,
  ],
  ...[
    `/API/accounts/${ACCOUNT}/invoices/${INVOICE}/pdf/`,
    `/api/accounts/${ACCOUNT}/invoices/${INVOICE}/PDF/`,
  ],
  ...['/api/profile/', '/api/dev/mail/', `/api/logos/${ACCOUNT}/${INVOICE}/`, '/api/accounts/', '/metrics'],
  ...[
    `/api/accounts/${ACCOUNT}/payments/${INVOICE}/`,
    `/api/invoices/${INVOICE}/pdf/`,
    'ｊａｖａｓｃｒｉｐｔ:1',
    '/api/\u202e',
  ],
  ...[
    `/api/accounts/${OTHER}/invoices/${INVOICE}/pdf/`,
    `/api/accounts/${OTHER}/credit-memos/${INVOICE}/pdf/`,
  ],
]

describe('documentOf', () => {
  it('finds the call and ids of a document’s address', () => {
    for (const address of [GOOD, GOOD.slice(0, -1)])
      expect(documentOf(address, ROUTES, ACCOUNT)).toEqual({
        route: contract.invoices.pdf,
        params: { account: ACCOUNT, invoice: INVOICE },
      })
    const memo = `/api/accounts/${ACCOUNT}/credit-memos/${INVOICE}/pdf/`
    expect(documentOf(memo, ROUTES)).toMatchObject({ params: { account: ACCOUNT, memo: INVOICE } })
  })

  it(`refuses ${HOSTILE.length} other addresses`, () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(60)
    expect(HOSTILE.filter((address) => documentOf(address, ROUTES, ACCOUNT) !== null)).toEqual([])
  })
})
