import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isMade, makeOnce, root } from './make-once.ts'

const name = `made-once-${process.pid}`
const source = join('test-results', name, 'source.txt')
const made = join(root, 'dist', name, 'copy.txt')
const logged: string[] = []

const inputs = [`test-results/${name}/**`]
const make = (write: (folder: string) => Promise<void>): Promise<boolean> =>
  makeOnce({ name, inputs, make: write }, (line) => logged.push(line))
const copy = (folder: string): Promise<void> =>
  writeFile(join(folder, 'copy.txt'), readFileSync(join(root, source)))

beforeAll(async () => {
  await mkdir(join(root, 'test-results', name), { recursive: true })
  await writeFile(join(root, source), 'first')
})
afterAll(async () => {
  for (const path of [`dist/${name}`, `dist/${name}.stamp`, `test-results/${name}`])
    await rm(join(root, path), { recursive: true, force: true })
})

it('builds a folder once, and again when an input has changed', async () => {
  expect([await make(copy), await make(copy)]).toEqual([true, false])
  expect(readFileSync(made, 'utf8')).toBe('first')
  await writeFile(join(root, source), 'second')
  expect([await make(copy), await make(copy)]).toEqual([true, false])
  expect(readFileSync(made, 'utf8')).toBe('second')
  expect(logged).toEqual([`Building the ${name}…`, `Building the ${name}…`])
})

it('reports whether the folder is up to date without writing anything', async () => {
  const check = () => isMade({ name, inputs })
  expect(check()).toBe(true)
  expect(isMade({ name: `${name}-never`, inputs })).toBe(false)
  await writeFile(join(root, source), 'other')
  expect(check()).toBe(false)
  await writeFile(join(root, source), 'second')
  const stamp = readFileSync(join(root, 'dist', `${name}.stamp`), 'utf8')
  expect(check(), 'rewritten with the same content').toBe(true)
  expect(readFileSync(join(root, 'dist', `${name}.stamp`), 'utf8')).toBe(stamp)
})

it('does not rebuild when only file times have changed', async () => {
  await utimes(join(root, source), 2_000_000_000, 2_000_000_000)
  expect([await make(copy), await make(copy)]).toEqual([false, false])
})

it('keeps the former folder when a build fails, and tries again next time', async () => {
  await writeFile(join(root, source), 'third')
  const fails = async (): Promise<void> => {
    throw new Error('the builder’s own words')
  }
  await expect(make(fails)).rejects.toThrow('the builder’s own words')
  expect(readFileSync(made, 'utf8')).toBe('second')
  expect(readdirSync(join(root, 'dist')).filter((file) => file.startsWith(`${name}.`))).toEqual([
    `${name}.stamp`,
  ])
  expect(await make(copy)).toBe(true)
  expect(readFileSync(made, 'utf8')).toBe('third')
})

it('leaves a complete folder after two concurrent builds', async () => {
  await writeFile(join(root, source), 'fourth')
  await Promise.all([make(copy), make(copy)])
  expect(readFileSync(made, 'utf8')).toBe('fourth')
})
