import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { networkOf } from './network.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  [null, 'nowhere'],
])('maps the address %s to the rate limit key %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('uses no bare address as a rate limit key', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const counting = globSync('**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap(
      (path) => readFileSync(`${root}/${path}`, 'utf8').match(/`[^`\n]*\$\{(?:\w+\.)?ip\}[^`\n]*`/g) ?? [],
    )
  expect(counting).toEqual([])
})
