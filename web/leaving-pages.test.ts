import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/* Lists every file where a page can send the browser elsewhere or write markup. The target must not come from
   an address. A new use is reviewed and listed here with the source of its target. */
const REVIEWED: Readonly<Record<string, string>> = {
  'business/auth/provider/provider-trip.ts': 'the address of a provider that is set up, made by the server',
  'business/accounts/processors/payment-processor-page.tsx':
    'the page of a processor that is set up, made by the server',
  'business/accounts/processors/waiting-account.tsx':
    'the page of a processor that is set up, made by the server',
  'business/accounts/billing/plan-section.tsx': 'the page of the seller of plans, made by the server',
  'business/accounts/billing/subscription-sections.tsx':
    'the page of the seller of plans, made by the server',
  'business/auth/trips/books-trip.ts': 'the page of a platform that is set up, made by the server',
  'business/auth/books-return-page.tsx': 'our own settings, with what the platform sent back',
  'business/auth/processor-return-page.tsx': 'our own settings, with what the processor sent back',
  'portal/pay/plan/proposal-note.tsx': 'the page that confirms a payment plan, made by the server',
  'ui/layout/link.tsx': 'the href of one of our own links',
  'ui/table/data-table-row.tsx': 'the href of a row of one of our own lists',
  'ui/pdf/save-file.ts': 'a blob that the page itself made',
  'business/portal/use-preview.ts': 'a portal of ours, at the address that the server made for it',
  'portal/portal-session.ts': 'the page for signing in, with a reason of ours',
}
const LEAVES =
  /location\.(assign|replace)\(|location\.href\s*=|location\s*=[^=]|window\.open\(|\.href\s*=[^=]|dangerouslySetInnerHTML|\.innerHTML\s*=|srcdoc=/i

it('finds navigation and markup writes only in the listed files', () => {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const found = globSync('**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$/.test(path) && LEAVES.test(readFileSync(`${root}/${path}`, 'utf8')))
  expect(found.sort()).toEqual(Object.keys(REVIEWED).sort())
})
