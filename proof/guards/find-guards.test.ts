import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { ERRORS } from '../../contract/errors.ts'
import { DOOR_CODES, STATE_CODES } from './doors.ts'
import { putUnderSwitches, unguardedRefusals } from './find-guards.ts'
import { NAMED } from './named-guards.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = globSync('server/**/*.ts', { cwd: root }).filter(
  (path) => !path.endsWith('.test.ts') && !path.includes('/testing'),
)
const sourceOf = (path: string): string => readFileSync(`${root}/${path}`, 'utf8')

/** Where a door's code is answered and there is nothing that could be taken away by itself. */
const NO_GUARD = [
  // Where nothing is served at all.
  'server/main/error-responses.ts answerNotFound',
  'server/main/pages/web-pages.ts addWebPages',
  // No route of the contract: metrics.test.ts asks about it.
  'server/main/pages/metrics-page.ts addMetrics',
  // Named, as nothing but its condition is taken away.
  'server/rooms/login/actions/password/prove-password.ts provePassword',
]

it('every code of the contract either closes a door or tells of a state', () => {
  expect([...DOOR_CODES, ...STATE_CODES].sort()).toEqual(Object.keys(ERRORS).sort())
})

it('every refusal that closes a door is a guard that is taken away', () => {
  expect(sources.flatMap((path) => unguardedRefusals(path, sourceOf(path))).sort()).toEqual(NO_GUARD.sort())
  const code = "const f = () => {\n  if (late)\n    throw refuse('report_over', over)\n}\n"
  const made = putUnderSwitches('server/rooms/reports/actions/f.ts', code)
  expect(made?.guards).toEqual([
    { id: 'server/rooms/reports/actions/f.ts f: if (late) throw refuse(', kind: 'refusal' },
  ])
  expect(unguardedRefusals('server/rooms/reports/actions/f.ts', code.replace('if (late)', ''))).toHaveLength(
    1,
  )
})

it('every guard that is named stands where it is said to', () => {
  for (const path of new Set(NAMED.map(({ file }) => file)))
    expect(putUnderSwitches(path, sourceOf(path))).not.toBeNull()
})
