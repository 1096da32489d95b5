import { msg } from '../languages/msg.ts'

/** Where customers can pay without a processor. Each field is empty without one. */
export interface BankDetails {
  readonly account_name: string
  readonly bank_name: string
  readonly routing_number: string
  readonly account_number: string
  readonly iban: string
  readonly bic: string
  readonly check_payee: string
  /** Lines of the address that checks go to. */
  readonly check_address: string
}

export type BankField = keyof BankDetails

export const NO_BANK_DETAILS: BankDetails = {
  account_name: '',
  bank_name: '',
  routing_number: '',
  account_number: '',
  iban: '',
  bic: '',
  check_payee: '',
  check_address: '',
}

/** Removes what people type between the digits, and writes letters of codes as capitals. */
export function tidyBankDetails(details: BankDetails): BankDetails {
  const code = (text: string) => text.replace(/[\s.-]/g, '').toUpperCase()
  return {
    ...details,
    routing_number: code(details.routing_number),
    account_number: code(details.account_number),
    iban: code(details.iban),
    bic: code(details.bic),
  }
}

export const ROUTING_NUMBER_TEXT = msg('This routing number is not valid.')
export const ACCOUNT_NUMBER_TEXT = msg('This account number is not valid.')

/** Checks a routing number of US banks by its check digit (ABA, key to routing numbers). */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const sum = [...text].reduce((total, digit, at) => total + Number(digit) * [3, 7, 1][at % 3]!, 0)
  return sum > 0 && sum % 10 === 0
}

/** Checks an IBAN without spaces by ISO 7064 MOD 97-10, as ISO 13616 defines it. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  let rest = 0
  for (const letter of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(letter, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** Checks the form of a BIC: bank, country, place and optional branch (ISO 9362). */
export const isBic = (text: string): boolean => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text)

/** Returns what is wrong with tidied details, by field. */
export function checkBankDetails(details: BankDetails): Partial<Record<BankField, string>> {
  const problems: Partial<Record<BankField, string>> = {}
  const { routing_number, account_number, iban, bic } = details
  if (routing_number !== '' && !isRoutingNumber(routing_number))
    problems.routing_number = 'This is not a routing number. Check its nine digits.'
  else if (account_number !== '' && routing_number === '')
    problems.routing_number = 'Enter the routing number of the bank.'
  if (account_number !== '' && !/^[A-Z0-9]{4,17}$/.test(account_number))
    problems.account_number = 'Enter 4 to 17 digits.'
  else if (routing_number !== '' && account_number === '')
    problems.account_number = 'Enter the account number.'
  if (iban !== '' && !isIban(iban)) problems.iban = 'This is not an IBAN. Check its letters and digits.'
  if (bic !== '' && !isBic(bic)) problems.bic = 'A BIC has 8 or 11 letters and digits.'
  else if (bic !== '' && iban === '') problems.iban = 'Enter the IBAN that goes with the BIC.'
  if (!takesTransfers(details)) {
    const [name] = (['account_name', 'bank_name'] as const).filter((field) => details[field] !== '')
    if (name && Object.keys(problems).length === 0)
      problems.account_number = 'Enter the account number, or an IBAN.'
  } else if (details.account_name === '') problems.account_name = 'Enter the name on the account.'
  if (details.check_payee !== '' && details.check_address === '')
    problems.check_address = 'Enter where checks are mailed to.'
  else if (details.check_address !== '' && details.check_payee === '')
    problems.check_payee = 'Enter the name that checks are made out to.'
  return problems
}

const takesTransfers = ({ account_number, iban }: BankDetails): boolean =>
  account_number !== '' || iban !== ''

export const takesChecks = ({ check_address }: BankDetails): boolean => check_address !== ''

/** Labels of a way to pay without a processor, in one language. */
export interface BankWords {
  readonly bankTransfer: string
  readonly check: string
  readonly accountName: string
  readonly bank: string
  readonly routingNumber: string
  readonly accountNumber: string
  readonly payableTo: string
  readonly mailTo: string
  readonly reference: string
}

export const BANK_WORDS: BankWords = {
  bankTransfer: msg('Bank transfer'),
  check: msg('Check'),
  accountName: msg('Account name'),
  bank: msg('Bank'),
  routingNumber: msg('Routing number'),
  accountNumber: msg('Account number'),
  payableTo: msg('Payable to'),
  mailTo: msg('Mail to'),
  reference: msg('Reference'),
}

/** One way to pay without a processor, as labels and values. */
export interface OtherWay {
  readonly title: string
  readonly facts: { readonly label: string; readonly value: string }[]
}

/** Returns how an invoice can be paid without a processor: by transfer, by check, both or neither. */
export function otherWays(
  details: BankDetails,
  reference: string,
  words: BankWords = BANK_WORDS,
): OtherWay[] {
  const filled = (pairs: readonly (readonly [label: string, value: string])[]) =>
    pairs.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }))
  const referred = [words.reference, reference] as const
  const ways: OtherWay[] = []
  if (takesTransfers(details))
    ways.push({
      title: words.bankTransfer,
      facts: filled([
        [words.accountName, details.account_name],
        [words.bank, details.bank_name],
        [words.routingNumber, details.routing_number],
        [words.accountNumber, details.account_number],
        ['IBAN', details.iban.replace(/(.{4})(?=.)/g, '$1 ')],
        ['BIC', details.bic],
        referred,
      ]),
    })
  if (takesChecks(details))
    ways.push({
      title: words.check,
      facts: filled([
        [words.payableTo, details.check_payee],
        [words.mailTo, details.check_address],
        referred,
      ]),
    })
  return ways
}

/** Returns a way's facts as lines of text, with an address on one line. */
export const linesOfWay = ({ facts }: OtherWay): string[] =>
  facts.map(({ label, value }) => {
    const parts = value.split('\n').map((part) => part.trim())
    return `${label}: ${parts.filter((part) => part !== '').join(', ')}`
  })
