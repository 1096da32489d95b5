import { describe, expect, it } from 'vitest'
import {
  checkBankDetails,
  isBic,
  isIban,
  isRoutingNumber,
  NO_BANK_DETAILS,
  otherWays,
  tidyBankDetails,
} from './bank-details.ts'

const NONE = NO_BANK_DETAILS
const US = { ...NONE, account_name: 'Acme', routing_number: '110000000', account_number: '000123456789' }
const EU = { ...NONE, account_name: 'Acme', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }
const CHECK = { ...NONE, check_payee: 'Acme', check_address: '418 Canal Street\nMilwaukee, WI 53203' }

describe('numbers of banks', () => {
  it.each(['110000000', '021000021', '011401533'])('takes routing number %s', (number) => {
    expect(isRoutingNumber(number)).toBe(true)
  })
  it.each(['110000001', '000000000', '12345678', '02100002l'])('refuses routing number %s', (number) => {
    expect(isRoutingNumber(number)).toBe(false)
  })
  it.each(['DE89370400440532013000', 'GB29NWBK60161331926819', 'NO9386011117947'])(
    'takes IBAN %s',
    (iban) => {
      expect(isIban(iban)).toBe(true)
    },
  )
  it.each(['DE88370400440532013000', 'DE8937040044053201300', 'DE89 3704', ''])('refuses IBAN %j', (iban) => {
    expect(isIban(iban)).toBe(false)
  })
  it('knows the form of a BIC', () => {
    expect(['COBADEFF', 'COBADEFFXXX', 'COBADE', 'COBADEFFXX'].map(isBic)).toEqual([true, true, false, false])
  })
})

it('tidies what people type', () => {
  expect(tidyBankDetails({ ...EU, iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeff xxx' })).toEqual(EU)
  expect(tidyBankDetails({ ...US, routing_number: '110-000-000' })).toEqual(US)
})

it('accepts nothing, a US account, an IBAN and a check address', () => {
  for (const details of [
    NONE,
    US,
    EU,
    CHECK,
    { ...US, ...CHECK, ...US, check_payee: 'A', check_address: 'B' },
  ])
    expect(checkBankDetails(details)).toEqual({})
})

it('names what is missing or wrong beside its field', () => {
  expect(checkBankDetails({ ...US, routing_number: '110000001' })).toEqual({
    routing_number: 'This is not a routing number. Check its nine digits.',
  })
  expect(checkBankDetails({ ...US, routing_number: '' })).toHaveProperty('routing_number')
  expect(checkBankDetails({ ...US, account_number: '' })).toHaveProperty('account_number')
  expect(checkBankDetails({ ...US, account_name: '' })).toHaveProperty('account_name')
  expect(checkBankDetails({ ...EU, iban: 'DE88370400440532013000' })).toHaveProperty('iban')
  expect(checkBankDetails({ ...EU, iban: '' })).toHaveProperty('iban')
  expect(checkBankDetails({ ...EU, bic: 'X' })).toHaveProperty('bic')
  expect(checkBankDetails({ ...NONE, bank_name: 'First Bank' })).toHaveProperty('account_number')
  expect(checkBankDetails({ ...CHECK, check_address: '' })).toHaveProperty('check_address')
  expect(checkBankDetails({ ...CHECK, check_payee: '' })).toHaveProperty('check_payee')
})

it('lists the ways to pay with the reference', () => {
  expect(otherWays(NONE, 'INV-1')).toEqual([])
  expect(otherWays({ ...EU, check_payee: 'Acme', check_address: 'Here' }, 'INV-1')).toEqual([
    {
      title: 'Bank transfer',
      facts: [
        { label: 'Account name', value: 'Acme' },
        { label: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' },
        { label: 'BIC', value: 'COBADEFFXXX' },
        { label: 'Reference', value: 'INV-1' },
      ],
    },
    {
      title: 'Check',
      facts: [
        { label: 'Payable to', value: 'Acme' },
        { label: 'Mail to', value: 'Here' },
        { label: 'Reference', value: 'INV-1' },
      ],
    },
  ])
})
