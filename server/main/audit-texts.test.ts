import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { AUDIT_TEXTS } from './rooms.ts'

const server = fileURLToPath(new URL('..', import.meta.url))
/** The code apart from the declarations. */
const source = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/(\.test|(^|\/)registry|main\/rooms)\.ts$/.test(path))
  .map((path) => readFileSync(join(server, path), 'utf8'))
  .join('\n')

/** Actions whose names code composes from the payment's new status. */
const COMPOSED = ['payments.waiting', 'payments.preauth', 'payments.input', 'payments.error']

describe('the texts of the audit log', () => {
  it('describe every action that is written by name', () => {
    const written = [...source.matchAll(/\baudit(?:Person)?\(\s*[^']{1,80}?'([a-z-]+\.[a-z_-]+)'/g)].map(
      (match) => match[1]!,
    )
    expect(new Set(written).size).toBeGreaterThan(50)
    expect(written.filter((action) => !Object.hasOwn(AUDIT_TEXTS, action))).toEqual([])
  })

  it('describe no action that is never written', () => {
    const unwritten = Object.keys(AUDIT_TEXTS).filter((action) => !source.includes(`'${action}'`))
    expect(unwritten.sort()).toEqual([...COMPOSED].sort())
  })

  it.each(Object.entries(AUDIT_TEXTS))('%s: pairs braces and brackets', (_, words) => {
    expect(words).not.toMatch(/^[A-Z]|\.$/)
    expect(words.replace(/\[[^[\]]*\]/g, '').replace(/\{\w+\}/g, '')).not.toMatch(/[[\]{}]/)
    // Optional values are in square brackets. Only the object always has a name.
    expect(words.replace(/\[[^[\]]*\]/g, '').replaceAll('{object}', '')).not.toContain('{')
  })
})
