import { expect, it } from 'vitest'
import { isInnerAddress } from './inner-addresses.ts'

it.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fd00::1',
  'fe80::1',
  'ff02::1',
  'localhost',
  '',
])('%s is an inner address', (address) => {
  expect(isInnerAddress(address)).toBe(true)
})

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '193.0.0.1', '2606:4700::1111', '2a00:1450:4001::5'])(
  '%s is a public address',
  (address) => {
    expect(isInnerAddress(address)).toBe(false)
  },
)
