import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { BUGS, LEAK_BUG } from './bugs.ts'

const server = fileURLToPath(new URL('../../server/', import.meta.url))
const changes = [...Object.values(BUGS).flatMap((bug) => bug.changes), ...LEAK_BUG.changes]

it.each(changes)('$file contains the code that a bug replaces exactly once', ({ file, from }) => {
  expect(readFileSync(`${server}${file}`, 'utf8').split(from)).toHaveLength(2)
})
