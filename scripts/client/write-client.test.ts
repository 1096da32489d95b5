import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { typeOf } from './type-of-schema.ts'
import { writeClient } from './write-client.ts'

it('the client in the repository is the one that the contract generates', () => {
  const written = readFileSync(new URL('../../clients/typescript/operations.ts', import.meta.url), 'utf8')
  expect(written === writeClient(), 'run npm run generate-client').toBe(true)
})

it('writes schemas as types', () => {
  const properties = { a: { type: 'string' }, 'b-c': { anyOf: [{ type: 'integer' }, { type: 'null' }] } }
  expect(typeOf({ type: 'object', properties, required: ['a'] })).toBe("{ a: string; 'b-c'?: number | null }")
  expect(typeOf({ type: 'array', items: { enum: ['x', "y'"] } })).toBe("('x' | 'y\\'')[]")
  expect(typeOf({ type: 'object', additionalProperties: { type: 'boolean' } })).toBe(
    'Record<string, boolean>',
  )
})
