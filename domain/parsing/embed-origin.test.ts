import { describe, expect, it } from 'vitest'
import { isEmbedOrigin, readEmbedOrigin } from './embed-origin.ts'

describe('readEmbedOrigin', () => {
  it.each([
    ['', ''],
    ['  ', ''],
    ['https://shop.example.com', 'https://shop.example.com'],
    [' https://shop.example.com/account?tab=1#pay ', 'https://shop.example.com'],
    ['HTTPS://Shop.Example.COM', 'https://shop.example.com'],
    ['shop.example.com', 'https://shop.example.com'],
    ['shop.example.com:8443/a', 'https://shop.example.com:8443'],
    ['https://shop.example.com:443/', 'https://shop.example.com'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('of %j keeps %s', (typed, origin) => {
    expect(readEmbedOrigin(typed)).toEqual({ ok: true, origin })
  })

  it.each([
    ['http://shop.example.com', 'not_https'],
    ['https://a.test https://b.test', 'several'],
    ['*', 'several'],
    ['https://user@shop.test', 'unreadable'],
    ['localhost', 'unreadable'],
  ])('refuses %j as %s', (typed, reason) => {
    expect(readEmbedOrigin(typed)).toEqual({ ok: false, reason })
  })

  it('returns an origin that parses to itself', () => {
    for (const typed of ['a.test', 'https://a-b.c.test:1/x', 'HTTPS://X.TEST']) {
      const once = readEmbedOrigin(typed)
      expect(once.ok && isEmbedOrigin(once.origin)).toBe(true)
      expect(once.ok && readEmbedOrigin(once.origin)).toEqual(once)
    }
  })

  it('handles a long text in linear time', () => {
    const before = process.cpuUsage()
    for (const text of [
      'a.'.repeat(25_000),
      `https://${'a-'.repeat(25_000)}`,
      `https://a.test/${'?'.repeat(50_000)}`,
    ])
      readEmbedOrigin(text)
    // Quadratic work would take seconds of a processor.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
  })
})
