import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allRoutes } from '../index.ts'

/*
 * The access of every route, listed a second time. The access sweep trusts the declarations; this test fails when a
 * declaration itself becomes wider. A new route adds its line to who-may-call.txt.
 */
const lines = allRoutes.map(({ method, path, access }) => {
  const { kind, ...more } = access
  return [method, path, kind, ...Object.values(more)].map(String).join(' ')
})

it('every route has the access in who-may-call.txt, which lists no other route', () => {
  const written = readFileSync(new URL('who-may-call.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  expect(lines.sort()).toEqual(written.sort())
})
