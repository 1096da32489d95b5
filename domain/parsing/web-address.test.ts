import { describe, expect, it } from 'vitest'
import { readWebAddress, secureUrl } from './web-address.ts'

describe('readWebAddress', () => {
  it.each([
    ['', ''],
    ['brightwater.example', 'https://brightwater.example/'],
    ['http://brightwater.example/shop?a=1', 'https://brightwater.example/shop?a=1'],
  ])('reads %s', (text, address) => {
    expect(readWebAddress(text)).toBe(address)
  })
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://brightwater.example',
    'https://user:pass@brightwater.example',
    'nonsense',
    'http://',
    `https://brightwater.example/${'a'.repeat(200)}`,
  ])('refuses %s', (text) => {
    expect(readWebAddress(text)).toBeNull()
  })
})

it.each([
  ['http://brightwater.example/logo.png', 'https://brightwater.example/logo.png'],
  ['HTTP://brightwater.example', 'https://brightwater.example'],
  ['https://brightwater.example', 'https://brightwater.example'],
  ['/api/logos/a/b/', '/api/logos/a/b/'],
])('secures %s', (address, secure) => {
  expect(secureUrl(address)).toBe(secure)
})
