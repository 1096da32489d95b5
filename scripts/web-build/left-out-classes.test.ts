import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const WEB = resolve(import.meta.dirname, '..', '..', 'web')
const read = (path: string): string => readFileSync(resolve(WEB, path), 'utf8')

/** Class names that the style sheets leave out, because the names also occur as words of comments. */
const leftOut = new Set(
  globSync('**/*.css', { cwd: WEB }).flatMap((path) =>
    [...read(path).matchAll(/@source not inline\("\{?([^"}]*)\}?"\)/g)].flatMap(([, names = '']) =>
      names.split(/[,\s]+/),
    ),
  ),
)

it('uses no class that the style sheets leave out', () => {
  const used = globSync('**/*.tsx', { cwd: WEB }).flatMap((path) =>
    [...read(path).matchAll(/className="([^"]*)"|'([a-z][\w:./[\]-]* [^'\n]*)'/g)]
      .flatMap(([, attribute, text]) => (attribute ?? text ?? '').split(' '))
      .filter((name) => leftOut.has(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(leftOut.size).toBeGreaterThan(5)
  expect(used).toEqual([])
})
