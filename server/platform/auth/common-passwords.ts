import { FURTHER_COMMON_PASSWORDS } from '../../../domain/people/common-passwords.ts'

/** The most common leaked passwords in lower case. Decompressed at first use, because that takes long. */
export const commonPasswords = (): Promise<ReadonlySet<string>> => {
  unpacked ??= unpack()
  return unpacked
}

let unpacked: Promise<ReadonlySet<string>> | undefined

async function unpack(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const known = dictionary['passwords-common'].map((password) => password.toLowerCase())
  return new Set([...known, ...FURTHER_COMMON_PASSWORDS])
}
