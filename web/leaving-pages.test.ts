import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/*
 * Where a page can send a browser by itself. What is sent there must not come from an address: a file that begins to do
 * so is looked at, and named here with where its target comes from.
 */
const TOLD: Readonly<Record<string, string>> = {
  'business/auth/provider/provider-trip.ts': 'the address of a provider that is set up, made by the server',
  'ui/layout/link.tsx': 'the href of one of our own links',
  'ui/pdf/save-file.ts': 'a blob that the page itself made',
  'business/customers/use-preview.ts': 'a portal of ours, at the address that the server made for it',
  'portal/portal-session.ts': 'the page for signing in, with a reason of ours',
}
const LEAVES =
  /location\.(assign|replace)\(|location\.href\s*=|location\s*=[^=]|window\.open\(|\.href\s*=[^=]|dangerouslySetInnerHTML|\.innerHTML\s*=|srcdoc=/i

it('pages leave for nowhere, and write no markup, but where it is told of', () => {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const found = globSync('**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$/.test(path) && LEAVES.test(readFileSync(`${root}/${path}`, 'utf8')))
  expect(found.sort()).toEqual(Object.keys(TOLD).sort())
})
