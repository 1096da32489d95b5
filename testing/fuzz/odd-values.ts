import { randomUUID } from 'node:crypto'
import fc from 'fast-check'

const LONG = 70_000
const DEEP = 60
const WIDE = 3_000

/** Texts that often break parsers: malformed numbers, injections, impossible dates, unusual Unicode. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff tail',
  '\u202egnirts',
  '👩‍👩‍👧‍👦',
  '٣٫٥',
  'İstanbul',
  'ﬀ',
  'x'.repeat(LONG),
  '🦊'.repeat(3_000),
  '-0',
  '0',
  '0.001',
  '-1.00',
  '1,00',
  '1e3',
  '1e999',
  'NaN',
  'Infinity',
  '0x10',
  ' 1.00',
  '+1.00',
  '.5',
  '9'.repeat(400),
  '92233720368547758.08',
  '9223372036854775808',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '10000-01-01',
  '+275760-09-13',
  '2026-11-21T25:61:00Z',
  "'; drop table invoices; --",
  "' or 1=1 --",
  '%',
  '_%_',
  '\\',
  '..%2f..%2fetc/passwd',
  'file:///etc/passwd',
  'http://169.254.169.254/',
  'javascript:alert(1)',
  '//evil.test',
  '{{constructor.constructor("return process")()}}',
  `\${7*7}`,
  '<script>alert(1)</script>',
  '=HYPERLINK("http://evil.test")',
  'a@b\r\nBcc: evil@evil.test',
  '"a@evil.test x"@corp.test',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  '[object Object]',
  'short_name',
  '-due_date,number',
  '00000000-0000-0000-0000-000000000000',
]

const deep = (levels: number): unknown => (levels === 0 ? 'end' : { in: [deep(levels - 1)] })

const VALUES: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  [],
  {},
  [[]],
  [null],
  { length: 5 },
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
  { toJSON: 'x', hasOwnProperty: 'y' },
]

/** Any JSON value, mostly unexpected ones. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constant(null).map(() => randomUUID()) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      deep(DEEP),
      Array.from({ length: WIDE }, () => ({})),
      {
        ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`field${at}`, at])),
      },
    ),
  },
)

export const oddText: fc.Arbitrary<string> = oddValue.map((value) =>
  typeof value === 'string' ? value : JSON.stringify(value),
)

/** Headers that could impersonate another caller or host, or confuse a parser. */
export const oddHeader: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      'x-account-id',
      'x-customer-id',
      'x-forwarded-host',
      'x-forwarded-for',
      'forwarded',
      'x-http-method-override',
      'x-original-url',
      'accept',
      'accept-encoding',
      'accept-language',
      'if-none-match',
      'range',
      'origin',
      'cookie',
    ),
    fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
  ),
  fc.tuple(fc.constant('content-encoding'), fc.constantFrom('gzip', 'br', 'identity, gzip')),
  fc.tuple(
    fc.constant('authorization'),
    fc.constantFrom('Bearer', 'Bearer ', 'Basic b3duZXI6cGFzcw==', 'JWT x', 'Bearer a.b.c', 'bearer null'),
  ),
)
