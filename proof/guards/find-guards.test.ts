import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { ERRORS } from '../../contract/errors.ts'
import { ACCESS_CODES, OTHER_CODES } from './access-errors.ts'
import { addGuardSwitches, unguardedRefusals } from './find-guards.ts'
import { NAMED } from './named-guards.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = globSync('server/**/*.ts', { cwd: root }).filter(
  (path) => !path.endsWith('.test.ts') && !path.includes('/testing'),
)
const sourceOf = (path: string): string => readFileSync(`${root}/${path}`, 'utf8')

/** Refusals with an access code that have no removable guard. */
const NO_GUARD = [
  // Nothing is served there.
  'server/main/error-responses.ts answerNotFound',
  'server/main/pages/web-pages.ts addWebPages',
  // Not a route of the contract; metrics.test.ts covers it.
  'server/main/pages/metrics-page.ts addMetrics',
  // A named guard, because only its condition is removed.
  'server/rooms/login/actions/password/prove-password.ts provePassword',
  // Says that the company's processor has no key.
  'server/rooms/payments/actions/pay/read-encryption-key.ts readEncryptionKey',
]

it('classifies every error code of the contract', () => {
  expect([...ACCESS_CODES, ...OTHER_CODES].sort()).toEqual(Object.keys(ERRORS).sort())
})

it('finds a removable guard for every access refusal', () => {
  expect(sources.flatMap((path) => unguardedRefusals(path, sourceOf(path))).sort()).toEqual(NO_GUARD.sort())
  const code = "const f = () => {\n  if (late)\n    throw refuse('report_over', over)\n}\n"
  const made = addGuardSwitches('server/rooms/reports/actions/f.ts', code)
  expect(made?.guards).toEqual([
    { id: 'server/rooms/reports/actions/f.ts f: if (late) throw refuse(', kind: 'refusal' },
  ])
  expect(unguardedRefusals('server/rooms/reports/actions/f.ts', code.replace('if (late)', ''))).toHaveLength(
    1,
  )
})

it('finds every named guard in its file', () => {
  for (const path of new Set(NAMED.map(({ file }) => file)))
    expect(addGuardSwitches(path, sourceOf(path))).not.toBeNull()
})

it('leaves every file readable with its switches', () => {
  const broken = sources.filter((path) => {
    const made = addGuardSwitches(path, sourceOf(path))
    try {
      if (made) stripTypeScriptTypes(made.code)
      return false
    } catch {
      return true
    }
  })
  expect(broken).toEqual([])
})
