import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Company } from './company.ts'

const command = fileURLToPath(new URL('../../server/main/account.ts', import.meta.url))

/** Says how a company's account stands, as whoever runs the installation does: `npm run account -- …`. */
export async function setAccount(company: Company, ...words: string[]): Promise<void> {
  const { NODE_ENV: _mode, DATABASE_URL: _database, QUITTANCE_DATA_DIR: dataDir, ...rest } = process.env
  if (!dataDir) throw new Error('QUITTANCE_DATA_DIR has to name the data of the product that runs.')
  const given = [command, '--account', company.accountId, ...words]
  await promisify(execFile)(process.execPath, given, { env: { ...rest, DATA_DIR: dataDir } })
}
