import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { BUGS, TELLTALE } from './bugs.ts'

const server = fileURLToPath(new URL('../../server/', import.meta.url))
const changes = [...Object.values(BUGS).flatMap((bug) => bug.changes), ...TELLTALE.changes]

it.each(changes)('the code that a mistake replaces stands once in $file', ({ file, from }) => {
  expect(readFileSync(`${server}${file}`, 'utf8').split(from)).toHaveLength(2)
})
