import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allRoutes } from '../index.ts'

/*
 * Who may call what, written down a second time. The access sweep believes the declarations; this is what notices when a
 * declaration itself becomes wider. A new route adds its line to who-may-call.txt.
 */
const lines = allRoutes.map(({ method, path, access }) => {
  const { kind, ...more } = access
  return [method, path, kind, ...Object.values(more)].map(String).join(' ')
})

it('every route is for whom the list says, and the list has no other', () => {
  const written = readFileSync(new URL('who-may-call.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  expect(lines.sort()).toEqual(written.sort())
})
